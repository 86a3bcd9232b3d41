"""Claims from a language model behind an OpenAI-compatible endpoint; `extractor` has the whole story on one screen."""
