"""What the site says: facts of the rules and of tables turned into text for visitors.

Every text that a visitor reads is a whole sentence with named placeholders, marked for
translation. In `games`, only this package, `games.rules.wording` and `games.forms` hold such texts;
everything else passes facts.
"""
