"""The database itself refuses to change the log of the staff."""

from typing import Any

from django.db import migrations

TABLE = "community_entry"
REFUSAL = "the log of the staff cannot be changed"

ON_SQLITE = [
    f"CREATE TRIGGER {TABLE}_{change} BEFORE {change} ON {TABLE} "
    f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    for change in ("update", "delete")
]
ON_POSTGRESQL = [
    f"CREATE FUNCTION {TABLE}_stays() RETURNS trigger LANGUAGE plpgsql AS $$ "
    f"BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    f"CREATE TRIGGER {TABLE}_row BEFORE UPDATE OR DELETE ON {TABLE} "
    f"FOR EACH ROW EXECUTE FUNCTION {TABLE}_stays()",
    f"CREATE TRIGGER {TABLE}_all BEFORE TRUNCATE ON {TABLE} "
    f"FOR EACH STATEMENT EXECUTE FUNCTION {TABLE}_stays()",
]
GONE_ON_SQLITE = [f"DROP TRIGGER {TABLE}_{change}" for change in ("update", "delete")]
GONE_ON_POSTGRESQL = [f"DROP FUNCTION {TABLE}_stays() CASCADE"]


def _run(editor: Any, on_sqlite: list[str], on_postgresql: list[str]) -> None:
    is_sqlite = editor.connection.vendor == "sqlite"
    for statement in on_sqlite if is_sqlite else on_postgresql:
        editor.execute(statement)


def refuse_changes(apps: Any, editor: Any) -> None:
    _run(editor, ON_SQLITE, ON_POSTGRESQL)


def allow_changes(apps: Any, editor: Any) -> None:
    _run(editor, GONE_ON_SQLITE, GONE_ON_POSTGRESQL)


class Migration(migrations.Migration):
    dependencies = [("community", "0001_initial")]

    operations = [migrations.RunPython(refuse_changes, allow_changes)]
