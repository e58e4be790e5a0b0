"""When: the flows that Prefect schedules. No logic lives here."""
