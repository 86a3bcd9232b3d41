"""The SQL archive and what people see of it."""
