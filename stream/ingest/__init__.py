"""Where turns come from: lines of standard input and of a followed file, and HTTP."""
