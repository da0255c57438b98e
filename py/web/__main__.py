"""Starts the page; PyScript runs this file."""

from web.app import start

start()
