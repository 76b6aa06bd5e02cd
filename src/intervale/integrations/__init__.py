"""intervale inside other tools, one module a tool. A module imports its tool, and nothing here imports a module: import
the one that you want.
"""
