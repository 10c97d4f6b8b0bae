"""Casino Stud Poker on paper: hands, settlement and odds. No table can deal it yet."""
