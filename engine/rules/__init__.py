"""One module a game; `trunfo.engine.registry` finds them by the folder."""
