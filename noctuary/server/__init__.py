"""The door for agents: one MCP server over the library. Tables from names to calls; decides nothing, keeps nothing.

The only package that imports the MCP SDK, which the extra `mcp` brings. Importing this module alone does not.
"""
