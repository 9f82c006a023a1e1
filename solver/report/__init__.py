"""What people and scripts are shown: tables, JSON."""
