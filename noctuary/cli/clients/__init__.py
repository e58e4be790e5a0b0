"""What `noctuary install` writes into the files of the programs that work with a memory, and takes out again."""
