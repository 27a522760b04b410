"""Runs, matches, records."""

import pickle
import threading
from collections.abc import Iterable

import gambol
import pytest


def test_a_run_has_statistics():
    games = gambol.play("threes", "greedy", games=20, seed=7)
    result = games.result
    assert isinstance(result, gambol.Summary) and result.games == len(games) == 20
    assert result.mean == pytest.approx(sum(games.scores) / 20) and result.min == min(games.scores)
    assert result.ci95[0] < result.mean < result.ci95[1]
    assert games.to_dict()["ci95"] == list(result.ci95)
    assert "greedy" in games.summary() and games.agents == ["greedy"]
    rows = games.rows()
    assert [row["score"] for row in rows] == games.scores and rows[3]["game"] == 3
    pandas = pytest.importorskip("pandas")
    assert pandas.DataFrame(rows)["score"].mean() == pytest.approx(result.mean)


def test_the_same_seed_gives_the_same_games():
    one, two = (gambol.play("tenten", "random", games=6, seed=5) for _ in range(2))
    assert one.scores == two.scores != gambol.play("tenten", "random", games=6, seed=6).scores


def test_a_match_of_two_players():
    games = gambol.play("match5", ["threat", "random"], games=10)
    duel = games.result
    assert isinstance(duel, gambol.Duel) and (duel.wins, duel.draws, duel.losses) == (10, 0, 0)
    assert duel.elo is None and duel.elo_ci95[0] > 0 and sum(duel.pentanomial) == 5
    assert {row["first"] for row in games.rows()} == {"threat", "random"}


def test_a_match_in_a_puzzle():
    paired = gambol.play("threes", ["greedy", "random"], games=20).result
    assert isinstance(paired, gambol.Paired) and paired.pairs == 10
    assert paired.each[0].mean - paired.each[1].mean == pytest.approx(paired.difference)


def test_games_start_anywhere():
    start = gambol.make("match5").after("e5", "d4")
    games = gambol.play(start, ["random", "random"], games=2)
    assert games.start == start and all(record.replay()[0] == start for record in games)


def test_pairs_of_a_match_have_openings(tmp_path):
    opening = gambol.make("match5").after("a1")
    games = gambol.play("match5", ["threat", "random"], games=6, openings=[opening, "moves e5 d4"])
    path = tmp_path / "games.jsonl"
    games.save(path)
    for match in [games, gambol.load(path)]:
        states = [record.replay() for record in match]
        assert [game[0] for game in states] == [opening] * 2 + [match.start] * 2 + [opening] * 2
        assert states[2][2] == states[3][2] == match.start.after("e5", "d4")
        assert [str(game[-1]) for game in states] == [record.final_state for record in match]


def test_a_match_has_clocks():
    games = gambol.play("match5", ["mc:ms=50", "random"], games=2, tc="0.05")
    assert games.result.losses == 2 and not gambol.State("match5", games[0].final_state).is_over


def test_a_sequential_test_ends_a_match():
    games = gambol.play("match5", ["threat", "random"], games=1000, sprt=(0, 50))
    assert len(games) < 1000 and games.result.sprt["result"] != "open"


def test_records_are_replayed(tmp_path, game):
    games = gambol.play(game, "random", games=3, max_moves=40)
    for record in games:
        states = record.replay()
        assert str(states[-1]) == record.final_state and states[-1].score == record.score
        assert len(states) == len(record.events) + 1
    path = tmp_path / "games.jsonl"
    games.save(path)
    again = gambol.load(path)
    assert again.scores == games.scores and again[1].events == games[1].events
    assert again.result == games.result
    # An edited file is refused with its line.
    text = path.read_text()
    path.write_text(text.replace('"index":1', '"index":2'))
    with pytest.raises(ValueError, match="line 3"):
        gambol.load(path)


def test_decided_games_are_adjudicated():
    agents = ["alpha-beta:depth=4", "alpha-beta:depth=2"]
    full = gambol.play("match5", agents, games=4)
    resigned = gambol.play("match5", agents, games=4, resign="movecount=1,score=1e6")
    drawn = gambol.play("match5", agents, games=4, draw="movenumber=2,movecount=1,score=1e9")
    assert resigned.scores == full.scores and drawn.scores == [0] * 4
    for shorter in [resigned, drawn]:
        assert all(one.moves < other.moves for one, other in zip(shorter, full, strict=True))
    for name in ["resign", "draw"]:
        with pytest.raises(ValueError, match=f"^{name}: .*`never`"):
            gambol.play("match5", agents, games=2, **{name: "never"})


def test_a_search_does_not_wait_for_games_of_another_thread():
    started, release, found = threading.Event(), threading.Event(), []

    def evaluator(states):
        started.set()
        release.wait(60)
        return [0.0] * len(states)

    def play():
        gambol.play("threes", "expectimax:depth=1", games=64, max_moves=1, evaluator=evaluator)

    def search():
        found.append(gambol.make("threes", seed=1).decide("greedy"))

    games, thread = threading.Thread(target=play), threading.Thread(target=search)
    games.start()
    assert started.wait(60)
    thread.start()
    thread.join(30)
    release.set()
    games.join()
    thread.join()
    assert found


def test_games_are_a_sequence():
    games = gambol.play("threes", "random", games=3, record=False)
    assert [record.index for record in games[::-2]] == [2, 0] and games[5:] == []
    assert games[-1].index == 2 and [record.index for record in games] == [0, 1, 2]
    assert isinstance(games, Iterable) and next(iter(games)).index == 0
    with pytest.raises(IndexError):
        games[3]
    with pytest.raises(ValueError, match="not recorded"):
        games[0].events


@pytest.mark.parametrize("record", [True, False])
def test_games_are_pickled(game, record):
    games = gambol.play(game, "random", games=3, max_moves=20, record=record)
    again, records = pickle.loads(pickle.dumps((games, list(games))))
    assert again.rows() == games.rows() and again.result == games.result and again.start == games.start
    for one, *others in zip(games, again, records, strict=True):
        for other in others:
            assert other.to_dict() == one.to_dict() and other.final_state == one.final_state
            assert not record or (other.events, other.replay()) == (one.events, one.replay())
