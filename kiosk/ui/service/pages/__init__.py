"""The service screens, one module each."""
