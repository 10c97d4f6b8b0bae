"""Adapters of the table log's port."""
