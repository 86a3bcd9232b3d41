"""What deploy/ holds, checked by the programs that read it or, where an engine would be needed, by their schemas."""
