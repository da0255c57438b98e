"""Demilune's page: everything that touches the browser, and what belongs to a screen."""
