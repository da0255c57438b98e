"""Starts the page; PyScript runs this file."""

from web.start import start

start()
