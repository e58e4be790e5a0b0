"""How hard to try: every stage of a night as a Prefect task. The stages themselves know nothing of Prefect."""
