"""Every value that crosses a boundary: structs, codecs, JSON Schema, the topic and the metric catalogue."""
