"""Programs as players: the protocol, what a bad one costs, and that nothing is left of it."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace

import engines
import matches
import pytest

from trunfo.engine.registry import games, playable
from trunfo.engine.state import State
from trunfo.match.deal import Match
from trunfo.match.external import ExternalPlayer
from trunfo.match.file import Header
from trunfo.match.playing import close_players, play_deals
from trunfo.match.processes import Here
from trunfo.match.run import run
from trunfo.match.score import NeverAnswers, Score
from trunfo.match.signals import Stop
from trunfo.match.spec import parse

SUECA = games()["sueca"]
PATIENT = "timeout=100,start=100"


@pytest.fixture(autouse=True)
def _no_program_is_left():
    yield
    close_players()


def match_of(first, second="greedy", game=SUECA):
    return Match(game, game.rules(), (parse(first), parse(second)), 1)


def player(command, options=PATIENT):
    return f"external:{options},command={command}"


def told(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


TELL = "Path(sys.argv[1]).open('a').write(line)"


def conversation(folder, game, deals=1, **options):
    """What a program is told in some deals against `random`."""
    log = folder / "log"
    command = engines.engine(folder, log, hello=TELL, ask=TELL, other=TELL)
    play_deals(match_of(player(command, **options), "random", game), 0, deals)
    close_players()
    return told(log)


class TestProtocol:
    @pytest.mark.parametrize("game", playable(), ids=lambda game: game.name)
    def test_it_is_told_everything_in_order(self, tmp_path, game):
        lines = conversation(tmp_path, game)
        hello, *rest, last = lines
        assert list(hello) == ["hello", "game", "rules", "time", "version"]
        assert hello["hello"] == "trunfo.engine/1"
        assert hello["game"] == game.name
        assert set(hello["rules"]) == set(game.rules())
        assert last == {"quit": True}
        asks = [line for line in rest if "ask" in line]
        overs = [line["over"] for line in rest if "over" in line]
        assert len(asks) + len(overs) == len(rest)
        assert len(overs) == len(match_of("random", game=game).seatings)
        assert all(len(over[key]) == game.seats for over in overs for key in ("points", "riscos"))
        assert [line["ask"] for line in asks] == list(range(1, len(asks) + 1))
        assert {line["state"]["phase"] for line in asks} == set(game.phases)
        assert all(0 <= line["seed"] < 2**53 for line in asks)
        assert len({line["seed"] for line in asks}) > game.seats

    @pytest.mark.parametrize("game", playable(), ids=lambda game: game.name)
    def test_the_state_is_whole_and_can_be_read(self, tmp_path, game):
        for line in conversation(tmp_path, game):
            if "ask" not in line:
                continue
            state = line["state"]
            assert state["rules"].keys() == set(game.rules())
            assert state["me"] == line["seat"]
            assert "hands" not in state
            read = State.from_json(state)
            assert read.phase == state["phase"]
            if state["phase"] in ("play", "trump"):
                actions = game.actions_for(read)
                assert line["legal"] == [dict(action) for action in actions]
            else:
                assert line["legal"] is None

    def test_it_gets_only_what_its_seat_knows(self, tmp_path):
        log = tmp_path / "log"
        command = engines.engine(tmp_path, log, ask=TELL)
        record = json.loads(play_deals(match_of(player(command)), 0, 1)[0].line)
        asks = told(log)
        assert len(asks) == 40
        for ask in asks:
            assert ask["deal"] == 0
            assert set(ask["state"]["hand"]) <= set(record["hands"][ask["seat"]])

    def test_a_whole_match_counts_its_deals(self, tmp_path):
        game = games()["sobe-e-desce"]
        log = tmp_path / "log"
        command = engines.engine(tmp_path, log, ask=TELL)
        match = replace(match_of(player(command), game=game), whole=True)
        play_deals(match, 3, 1)
        asks = told(log)
        assert {ask["match"] for ask in asks} == {3}
        deals = {ask["deal"] for ask in asks}
        assert deals == set(range(len(deals)))
        assert len(deals) > 1

    def test_the_time_is_told_and_bounds_the_answer(self):
        made = [
            parse(f"external:{text}command=true").build().limit
            for text in ("", "time=3,", "timeout=2,", "time=3,timeout=2,")
        ]
        assert made == [10.0, 7.0, 2.0, 2.0]
        spec = parse("external:command=true").with_budget(time=0.5)
        assert str(spec) == "external:time=0.5,command=true"
        assert parse("external:command=true").with_budget(worlds=5) == parse(
            "external:command=true"
        )

    def test_the_budget_is_in_every_question(self, tmp_path):
        lines = conversation(tmp_path, SUECA, options="time=90")
        assert {line["time"] for line in lines if "ask" in line or "hello" in line} == {90.0}

    def test_what_it_says_on_standard_error_is_kept(self, tmp_path):
        log = tmp_path / "engine.log"
        command = engines.engine(tmp_path, hello="print('ready', file=sys.stderr)")
        play_deals(match_of(player(command, f"{PATIENT},log={log}")), 0, 1)
        close_players()
        assert log.read_text() == "ready\n"

    def test_its_start_counts_for_no_move_and_its_work_does(self, tmp_path):
        burn = (
            "def burn(seconds):\n"
            "    until = time.process_time() + seconds\n"
            "    while time.process_time() < until:\n"
            "        pass\n"
        )
        slow_to_start = engines.engine(tmp_path, before=burn + "burn(0.5)")
        spent = play_deals(match_of(player(slow_to_start)), 0, 1)[0].spent[0]
        close_players()
        assert spent.decisions == 40
        assert spent.cpu < 0.4
        at_work = engines.engine(tmp_path, before=burn, ask="burn(0.02)")
        spent = play_deals(match_of(player(at_work)), 0, 1)[0].spent[0]
        assert 0.6 < spent.cpu <= spent.seconds + 0.1

    def test_an_old_program_is_none(self, tmp_path):
        command = engines.engine(tmp_path, hello="answer = {'play': 'AC'}")
        played = play_deals(match_of(player(command)), 0, 1)[0]
        assert [seating["left"]["why"] for seating in json.loads(played.line)["seatings"]] == [
            "unreadable", "unreadable"
        ]


class TestExamples:
    @pytest.mark.parametrize("game", playable(), ids=lambda game: game.name)
    @pytest.mark.parametrize("command", [engines.PYTHON_EXAMPLE, engines.NODE_EXAMPLE])
    def test_they_play_every_game_without_a_fault(self, command, game):
        match = match_of(player(command), "random", game)
        played = play_deals(match, 0, 4)
        assert [deal.outcome.left for deal in played] == [(0, 0)] * 4
        close_players()
        assert [deal.line for deal in play_deals(match, 0, 4)] == [deal.line for deal in played]

    def test_the_one_in_python_is_better_than_chance(self):
        for game in playable():
            match = match_of(player(engines.PYTHON_EXAMPLE), "random", game)
            played = play_deals(match, 0, 40)
            assert sum(deal.outcome.riscos for deal in played) > 0, game.name


class TestBrokenEngines:
    @pytest.mark.parametrize("kind", engines.BROKEN)
    def test_it_ends_the_match_with_the_reason_and_leaves_nothing(self, tmp_path, kind):
        parts, why = engines.BROKEN[kind]
        command = engines.engine(tmp_path, **parts)
        options = f"timeout={0.4 if why == 'late' else 100},start={0.6 if 'start' in kind else 100}"
        score = Score(Header(match_of(player(command, options)), 10))
        with pytest.raises(NeverAnswers, match=why):
            run(score, None, Here(), Stop())
        assert score.deals == 3
        assert score.left[0] == 6
        assert engines.survivors(tmp_path) == []

    @pytest.mark.parametrize("kind", ["dies", "ignores signals and has children", "forks"])
    def test_in_processes_too(self, tmp_path, kind):
        parts, why = engines.BROKEN[kind]
        command = engines.engine(tmp_path, **parts)
        ended = matches.match(
            "greedy", player(command, "timeout=0.4,name=Mine"), "--deals", 10, "--jobs", 2
        )
        assert ended.returncode == 1, ended.stderr
        assert f"Mine has given no legal answer in its first 3 deals: {why}" in ended.stderr
        assert "is stronger" not in ended.stdout
        assert engines.survivors(tmp_path) == []

    def test_one_that_answers_now_and_then_goes_on(self, tmp_path):
        command = engines.engine(tmp_path, ask="len(state['hand']) == 5 and sys.exit()")
        score = Score(Header(match_of(player(command)), 4))
        run(score, None, Here(), Stop())
        assert score.deals == 4
        assert score.left == [8, 0]
        assert score.kept_riscos.count == 0

    def test_fewer_deals_than_three_are_enough_to_tell(self, tmp_path):
        command = engines.engine(tmp_path, ask="sys.exit()")
        with pytest.raises(NeverAnswers, match="first 2 deals"):
            run(Score(Header(match_of("greedy", player(command)), 2)), None, Here(), Stop())

    def test_both_may_be_broken(self, tmp_path):
        command = player(engines.engine(tmp_path, ask="sys.exit()"))
        with pytest.raises(NeverAnswers):
            run(Score(Header(match_of(command, command), 5)), None, Here(), Stop())

    @pytest.mark.parametrize(
        ("part", "why", "answer"),
        [
            ({"ask": "action = {'play': '9C'}"}, "illegal", '{"play": "9C"}'),
            ({"ask": "action = {'play': '\\ud800'}"}, "illegal", '{"play": "\\ud800"}'),
            ({"ask": "action = {'play': float('nan')}"}, "illegal", '{"play": NaN}'),
            ({"ask": "action = {}"}, "illegal", "{}"),
            ({"ask": "action = 'AC'"}, "unreadable", '{"answer": 1, "action": "AC"}'),
            ({"answer": "answer = '[1]'"}, "unreadable", "[1]"),
            ({"answer": "answer = '[' * 10**4"}, "unreadable", "[["),
            ({"answer": "answer['answer'] = 7"}, "unreadable", '{"answer": 7'),
            ({"answer": "sys.stdout.buffer.write(b'\\xff'); answer = ''"}, "unreadable", "\ufffd"),
            ({"answer": "answer = json.dumps(answer) + '\\n{}'"}, "unreadable", ""),
            ({"answer": "os.close(1); signal.pause()"}, "ended", ""),
        ],
    )
    def test_a_bad_answer_is_kept_in_the_record(self, tmp_path, part, why, answer):
        played = play_deals(match_of(player(engines.engine(tmp_path, **part))), 0, 1)[0]
        assert played.outcome.left == (2, 0)
        for seating in json.loads(played.line)["seatings"]:
            left = seating["left"]
            assert seating["players"][left["seat"]] == 0
            assert left["why"] == why
            assert left["answer"].startswith(answer)
            assert left["answered"] == [0 if s == 0 else n for s, n in zip(
                seating["players"], left["answered"], strict=True
            )]

    def test_deals_that_are_left_stand_apart(self, tmp_path):
        sometimes = "said['deal'] % 2 and sys.exit()"
        command = player(engines.engine(tmp_path, ask=sometimes), f"{PATIENT},name=Half")
        ended = matches.match("greedy", command, "--deals", 6, "--jobs", 1, "--json")
        assert ended.returncode == 0, ended.stderr
        found = json.loads(ended.stdout)
        assert found["left"] == [0, 6]
        assert found["without_left"]["deals"] == 3
        assert found["riscos"]["mean"] > found["without_left"]["riscos"]["mean"]
        shown = matches.match("greedy", command, "--deals", 6, "--jobs", 1).stdout
        assert "no legal answer of A / of B  0 / 6" in shown
        assert "RISCOS without these deals" in shown
        assert "Without the deals that somebody left: " in shown

    def test_a_program_that_was_late_is_started_again(self, tmp_path):
        mark = tmp_path / "mark"
        slow = "mark = Path(sys.argv[1]); mark.exists() or (mark.touch(), signal.pause())"
        command = player(engines.engine(tmp_path, mark, ask=slow), "timeout=5")
        played = play_deals(match_of(command), 0, 2)
        assert [deal.outcome.left for deal in played] == [(1, 0), (0, 0)]


class TestTheEnd:
    def test_it_is_told_to_quit_and_has_time_to(self, tmp_path):
        last = tmp_path / "last"
        tidy = "'quit' in said and (Path(sys.argv[1]).write_text('tidy'), sys.exit())"
        for jobs in (1, 2):
            last.unlink(missing_ok=True)
            command = player(engines.engine(tmp_path, last, other=tidy))
            ended = matches.match("greedy", command, "--deals", 4, "--jobs", jobs)
            assert ended.returncode == 0, ended.stderr
            assert last.read_text() == "tidy"

    def test_one_that_does_not_quit_is_ended_with_its_children(self, tmp_path):
        command = engines.engine(
            tmp_path, before=engines.DEAF, hello=engines.CHILD, other="time.sleep(1000)"
        )
        made = parse(player(command)).build()
        made.begin(SUECA, SUECA.rules(), (0,))
        assert len(engines.survivors(tmp_path)) == 1
        made.close()
        assert engines.survivors(tmp_path) == []

    def test_a_worker_that_is_killed_leaves_none(self, tmp_path):
        command = engines.engine(
            tmp_path, tmp_path / "mark", before=engines.DEAF,
            ask="mark = Path(sys.argv[1]); mark.exists() or ("
            "mark.touch(), os.kill(os.getppid(), signal.SIGKILL), time.sleep(1000))",
        )
        ended = matches.match(player(command, "timeout=500"), "greedy", "--deals", 4, "--jobs", 2)
        assert ended.returncode == 0, ended.stderr
        assert engines.survivors(tmp_path) == []

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_a_match_that_is_interrupted_leaves_none(self, tmp_path, number, jobs):
        command = engines.engine(
            tmp_path, before=engines.DEAF, ask="said['deal'] > 120 and time.sleep(1000)"
        )
        process = matches.started(
            player(command, "timeout=500"), "greedy", "--deals", 200, "--jobs", jobs
        )
        process.send_signal(number)
        _, stderr = process.communicate()
        assert process.returncode == 130, stderr
        assert engines.survivors(tmp_path) == []

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_a_match_that_is_broken_off_tells_it_to_quit(self, tmp_path, jobs):
        """In the middle of a question: it hears of it when it has answered."""
        last = tmp_path / "last"
        tidy = "'quit' in said and (Path(sys.argv[1]).write_text('tidy'), sys.exit())"
        slow = "said['deal'] > 20 and time.sleep(0.3)"
        process = matches.started(
            player(engines.engine(tmp_path, last, ask=slow, other=tidy)), "greedy",
            "--deals", 200, "--jobs", jobs,
        )
        process.terminate()
        _, stderr = process.communicate()
        assert process.returncode == 130, stderr
        assert last.read_text() == "tidy"

    def test_closing_twice_does_no_harm(self):
        made = ExternalPlayer(command=engines.PYTHON_EXAMPLE)
        made.close()
        made.begin(SUECA, SUECA.rules(), (0,))
        made.close()
        made.close()

    def test_our_own_end_is_its_end(self, tmp_path):
        """Killed, we cannot end it: it is up to the processes of the match that are left."""
        command = engines.engine(
            tmp_path, before=engines.DEAF, ask="said['deal'] > 120 and time.sleep(1000)"
        )
        process = matches.started(
            player(command, "timeout=500"), "greedy", "--deals", 200, "--jobs", 2
        )
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()  # until the workers, which hold its standard error, have ended
        assert engines.survivors(tmp_path) == []
