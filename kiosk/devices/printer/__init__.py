"""Ticket printers."""
