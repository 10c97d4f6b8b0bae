"""What a table over a network needs: its own certificates, the cluster's configuration, users, roles and files."""
