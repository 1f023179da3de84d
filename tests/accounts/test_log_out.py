def test_logging_out_takes_a_post(as_alice):
    assert as_alice.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in as_alice.session
    assert as_alice.post("/accounts/logout/")["Location"] == "/"
    assert "_auth_user_id" not in as_alice.session


def test_a_guest_is_told_that_the_games_are_out_of_reach(as_guest):
    response = as_guest.get("/accounts/logout/")
    assert b"nothing lets you come back" in response.content
    assert b"/accounts/keep/" in response.content


def test_a_member_is_not_warned(as_alice):
    assert b"nothing lets you come back" not in as_alice.get("/accounts/logout/").content


def test_logging_out_twice_is_no_error(client, db):
    assert client.post("/accounts/logout/").status_code == 302
