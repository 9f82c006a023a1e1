"""Games under way: tables, records of what was played, and how they are looked back at."""
