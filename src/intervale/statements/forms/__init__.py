"""The forms of statement, one a module: each knows its systems, its sides and how it is decided."""
