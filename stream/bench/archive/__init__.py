"""`skg bench archive`: how fast the archive takes turns, and answers when it holds a million of them."""
