"""What more than one screen shows of Sic Bo: dice, its spots and odds in words."""
