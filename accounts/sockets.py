"""Close a person's sockets when their sign-in ends."""


def connect() -> None:
    """Listen to the signals after which a person's sockets must close."""
