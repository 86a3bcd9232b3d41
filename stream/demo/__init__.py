"""`skg demo`: sample conversations, the pace at which they are played, and how a person watches them."""
