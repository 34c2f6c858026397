import pytest

from teaching.fitting.tables import read_responses

HEAD = "participant,phase,step,concept,answer,level,recalled\n"


def table(tmp_path, *rows, head=HEAD):
    path = tmp_path / "responses.csv"
    path.write_text(head + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


ROWS = (
    "p1,prequiz,1,7,Apfel,common,0",
    "p1,learning,1,7,Apfel,common,0",
    "p1,learning,2,8,Uhr,rare,0",
    "p1,learning,5,7,Apfel,common,1",
    "p1,learning,6,8,Uhr,rare,",
    "p1,postquiz,1,8,Uhr,rare,1",
)


def test_closed_cards_of_the_learning_phase_are_read(tmp_path):
    responses = read_responses(table(tmp_path, *ROWS))

    assert responses.steps.tolist() == [1, 2, 5]
    assert responses.concepts.names == ("7 Apfel", "8 Uhr")
    assert responses.levels.names == ("common", "rare")
    assert responses.showings().delays.tolist() == [4]


def test_the_postquiz_counts_on_request_after_the_last_card(tmp_path):
    responses = read_responses(table(tmp_path, *ROWS), quiz_delay=10)

    assert sorted(responses.showings().delays.tolist()) == [4, 13]


def test_a_postquiz_before_its_end_is_refused(tmp_path):
    with pytest.raises(ValueError, match="delay 0 is below 1"):
        read_responses(table(tmp_path, *ROWS), quiz_delay=0)


def test_what_was_right_in_the_prequiz_is_known(tmp_path):
    knew = "p1,prequiz,1,7,Apfel,common,1"

    assert len(read_responses(table(tmp_path, knew, *ROWS[1:])).showings()) == 0


def test_a_table_of_the_five_columns_is_enough(tmp_path):
    head = "participant,phase,step,concept,recalled\n"

    responses = read_responses(
        table(tmp_path, "p,learning,1,7,true", "p,learning,2,7,FALSE", head=head)
    )

    assert responses.recalls.tolist() == [True, False]
    assert responses.levels.names == ("",)


def test_missing_columns_are_named(tmp_path):
    with pytest.raises(ValueError, match="no column 'step', 'recalled'; it needs"):
        read_responses(table(tmp_path, head="participant,phase,concept\n"))


def test_a_cell_that_cannot_be_read_is_named_by_its_line(tmp_path):
    with pytest.raises(ValueError, match="line 3: recalled must be 0 or 1"):
        read_responses(table(tmp_path, ROWS[0], "p1,learning,2,7,Apfel,common,maybe"))
