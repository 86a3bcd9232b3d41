"""`skg doctor --deploy`: whether a running installation works, seen from where it is run; nothing is changed."""
