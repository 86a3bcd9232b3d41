"""Rules of the house: how the repository itself must look."""
