"""The page in the browser: what it is answered (plain functions), and the server that answers."""
