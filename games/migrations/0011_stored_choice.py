"""Call the row that stores a computer player's choice what it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0010_event")]

    operations = [migrations.RenameModel("ComputerChoice", "StoredChoice")]
