"""What words mean on their own, without a sentence: shipped tables, read only."""
