"""Claims from a language model, over real HTTP."""
