"""What the site says: facts of the rules and of tables turned into text for visitors.

Every text that a visitor reads is a whole sentence with named placeholders, marked for
translation. Only this package, `games.rules.wording`, forms, `accounts` and templates hold such
texts; everything else passes facts.
"""
