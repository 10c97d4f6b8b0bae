"""What every screen shares: style, texts, buttons, cards, lists, the bridge to the seat."""
