"""One pure function per file; the cascade lists their order."""
