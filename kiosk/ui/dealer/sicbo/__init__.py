"""What a Sic Bo dealer enters: three dice."""
