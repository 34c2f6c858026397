"""Tables as people save them, and as nobody should."""

import pytest

from studies.errors import DeckError
from studies.services.decks.proofreading import proofread
from studies.services.decks.tables import (
    COLUMNS,
    MOST_ROWS,
    decode_table,
    read_table,
)

HEAD = ",".join(COLUMNS)
NAMES = "das Hündchen;Köter,Hündchen;Köter,Tier,Kunde;Runde"
DOG = f'1,dog,Hund,der,Hunde,{NAMES},,"6,2,0",twemoji:1f415,'


def errors(text):
    return [str(note) for note in read_table(text).errors]


def doubts(text):
    reading = read_table(text)
    assert reading.errors == []
    return [str(note) for note in proofread(reading.rows)]


def test_a_row_is_read_with_everything_in_it():
    row = read_table(f"{HEAD}\n{DOG}\n").rows[2]

    assert (row.answer, row.article, row.theta) == ("Hund", "der", (6, 2, 0))
    assert row.alternatives == [
        {"text": "Hündchen", "article": "das"},
        {"text": "Köter", "article": ""},
    ]
    assert row.other_plurals == ["Hündchen", "Köter"]
    assert (row.too_general, row.look_alikes) == (["Tier"], ["Kunde", "Runde"])


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_table_is_read_as_any_program_saves_it(mark, sign, end):
    lines = [["Prompt", "Answer", "Alternatives"], ["dog", "Hund", '"Köter;Hündchen"']]
    table = end.join(sign.join(line) for line in lines) + end

    reading = read_table(decode_table(mark + table.encode()))

    assert reading.errors == []
    row = reading.rows[2]
    assert (row.prompt, row.answer, row.number) == ("dog", "Hund", 1)
    assert [other["text"] for other in row.alternatives] == ["Köter", "Hündchen"]
    assert row.theta == (6, 2, 0)


def test_quoted_fields_may_hold_signs_quotes_and_new_lines():
    row = read_table('prompt,answer\n"big, ""red""\nthing",Ding\n').rows[2]

    assert (row.prompt, row.answer) == ('big, "red" thing', "Ding")


def test_empty_rows_keep_the_numbers_of_the_others():
    reading = read_table("prompt,answer\n\na,b\n,,\nc,\n")

    assert [str(note) for note in reading.errors] == ["row 5: the answer is empty"]


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("", "row 1: the header has no column “answer”; it names the columns"),
        ("dog,Hund\n", "row 1: the header has no column “answer”"),
        ("answer,answer\na,b\n", "row 1: a column is there twice: answer"),
        ("prompt,answer\n", "There are no concepts in the table."),
        ("prompt,answer\na,\n", "row 2: the answer is empty"),
        ("prompt,answer\n,b\n", "row 2: there is neither a prompt nor a picture"),
        ("prompt,answer\nHand,hand\n", "row 2: the answer is the prompt itself"),
        ("prompt,answer\na,b,c\n", "row 2: 3 cells under 2 columns"),
        ("number,prompt,answer\nx,a,b\n", "row 2: the number must be a whole"),
        ("number,prompt,answer\n1,a,b\n1,c,d\n", "row 3: the number 1 is that of row"),
        ("prompt,answer,theta\na,b,6\n", "row 2: theta must be three numbers"),
        ('prompt,answer,theta\na,b,"1,2,nan"\n', "row 2: theta must be three"),
        ('prompt,answer,theta\na,b,"1,2,x"\n', "row 2: theta must be three"),
        ('prompt,answer,theta\na,b,"1,1e308,2"\n', "row 2: theta must be three"),
        ("prompt,answer,practice\na,b,maybe\n", "row 2: practice is yes or no"),
        ("number,prompt,answer\n1,a,b\n2,a,B\n", "row 3: the same card as row 2"),
        ("prompt,answer\na,b\x07\n", "row 2: there is a control character in “answer”"),
        (f"prompt,answer\na,{'b' * 201}\n", "row 2: “answer” is longer than 200"),
        (f"prompt,answer\na,{'b' * 10**6}\n", "row 2: the table breaks off here"),
        ('prompt,answer\na,"b\n', "row 2: the table breaks off here"),
        (f"prompt,answer,too_general\na,b,{'c;' * 51}\n", "row 2: more than 50 names"),
        (f"prompt,answer,too_general\na,b,{'c' * 201}\n", "row 2: a name is longer"),
    ],
)
def test_a_fault_is_named_by_its_row(table, fault):
    assert [text for text in errors(table) if text.startswith(fault)]


def test_a_table_may_have_many_columns_that_are_not_read():
    header = ",".join(["answer", "prompt", *(f"c{i}" for i in range(200_000))])

    reading = read_table(f"{header}\nHaus,house\n")

    assert [row.answer for row in reading.rows.values()] == ["Haus"]


def test_all_faults_are_named_at_once():
    assert len(errors("prompt,answer\na,\nb,\nc,\n")) == 3


def test_a_million_rows_are_refused_without_being_read():
    table = "prompt,answer\n" + "".join(f"{i},a{i}\n" for i in range(10**6))

    with pytest.raises(DeckError, match="larger than"):
        decode_table(table.encode())


def test_nothing_is_read_after_the_last_row_that_is_taken():
    rows = "".join(f"{i},a{i}\n" for i in range(MOST_ROWS + 1))

    found = errors(f"prompt,answer\n{rows}a row,with,a fault\n")

    assert found == [f"row {MOST_ROWS + 2}: more than {MOST_ROWS} concepts"]


def test_faults_without_end_are_cut_short():
    assert len(errors("prompt,answer\n" + "a,\n" * 5000)) < 150


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("prompt,answer\n".encode("utf-16"), "UTF-16"),
        ("prompt,answer\na,Käse\n".encode("cp1252"), "row 2: this is not UTF-8"),
        (b"prompt,answer\na,b\0\n", "row 2: there is a NUL"),
        ("prompt,answer\n".encode("utf-16-le"), "NUL"),
        (b"\xed\xa0\x80", "row 1: this is not UTF-8"),
    ],
)
def test_what_is_not_utf8_is_refused_in_plain_words(content, named):
    with pytest.raises(DeckError, match=named):
        decode_table(content)


def test_columns_with_other_names_are_pointed_out():
    reading = read_table("prompt,answer,anwser2,license\na,b,c,MIT\n")

    assert str(reading.warnings[0]) == "row 1: columns that are not read: anwser2"
    assert reading.rows[2].licence == "MIT"


def test_an_article_is_split_off_only_where_answers_have_them():
    table = "prompt,answer,article,alternatives\na,b,der,die Sau\nc,d,,die Hard\n"
    rows = read_table(table).rows

    assert rows[2].alternatives == [{"text": "Sau", "article": "die"}]
    assert rows[3].alternatives == [{"text": "die Hard", "article": ""}]


@pytest.mark.parametrize(
    ("table", "doubt"),
    [
        ("prompt,answer\na,Hund\nb,hund\n", "row 3: “hund” is an answer of row 2 too"),
        (
            "prompt,answer,alternatives\na,Hund,\nb,Köter,Hund\n",
            "row 3: “Hund” is an answer of row 2 too",
        ),
        (
            "prompt,answer\nthe big Hund,Hund\n",
            "row 2: the answer “Hund” can be read in the prompt",
        ),
        (
            "prompt,answer\nviolin,Violine\n",
            "row 2: “violin” in the prompt is a typo away from “Violine”",
        ),
        (
            "prompt,answer\nbee,Biene\npear,Birne\n",
            "row 3: a typo may confuse “Birne” with “Biene” of row 2",
        ),
        (
            "prompt,answer\ncake,Kuchen\nbone,Knochen\n",
            "row 3: a typo may confuse “Knochen” with “Kuchen” of row 2",
        ),
    ],
)
def test_doubts_are_told_with_their_row(table, doubt):
    assert doubts(table) == [doubt]


def test_short_words_forgive_no_typo_so_nothing_confuses_them():
    assert doubts("prompt,answer\nhat,Hut\nskin,Haut\n") == []
