"""The published method, SKG-Eval, as a baseline of its own (METHOD.md, part 2; arXiv 2605.16650).

Claims and vectors are ours, and so are the values they travel in; rules, numbers and comparisons are the paper's.
Nothing in our own method knows of this package.
"""
