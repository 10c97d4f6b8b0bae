"""The dealer's side of a table: the service that writes round events, and the automatic dealer."""
