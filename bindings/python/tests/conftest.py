"""What the tests share."""

import pytest

GAMES = ["five-or-more:small", "match5", "pentago-swap", "tenten", "threes"]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return request.param
