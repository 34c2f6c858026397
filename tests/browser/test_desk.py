"""Every form of the dashboard that the long walk does not pass is sent once."""

import json

import pytest
from playwright.sync_api import expect

from docs.tour import PASSWORD, USERNAME
from tests.browser.people import Researcher
from tests.browser.server import serve

STUDY = "studies/running/"
CHANGES = "SELECT kind FROM studies_studychange ORDER BY id"
STUDIES = "SELECT slug FROM studies_study ORDER BY id"


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    with serve(folder, prepare=["-m", "tests.browser.desk"]) as site:
        yield site, folder / "browser.sqlite3"


@pytest.fixture
def researcher(chromium, desk):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    somebody = Researcher(context, *desk).sign_in(USERNAME, PASSWORD)
    yield somebody
    context.close()
    assert somebody.faults == []


def test_words_and_consent_of_a_live_study_are_amended(researcher):
    page = researcher.opens(f"{STUDY}design/").page
    page.get_by_text("Correct the words").click()
    researcher.fills(amend_internal_title="Wave 3", amend_consent_version="2")
    researcher.fills(amend_part_purpose="Memory of words.").press("Correct them")

    researcher.hears("Amended.").check_accessibility()
    assert researcher.rows(CHANGES) == [("amendment",)]
    page.goto(f"{researcher.site}/join/running/")
    researcher.sees("Memory of words.")


def test_places_are_added_from_the_design_and_from_the_monitor(researcher):
    page = researcher.opens(f"{STUDY}design/").page
    page.locator("summary").filter(has_text="Add places").click()
    researcher.fills(places_n_more="2").press("Add places").hears(
        "There are more places now."
    )
    researcher.opens(f"{STUDY}monitor/")
    page.get_by_label("Reason").first.fill("Many left.")
    researcher.press("Add the places").hears("The places are added.")

    assert researcher.rows(CHANGES)[-2:] == [("top_up",), ("top_up",)]


def test_a_look_at_outcomes_is_asked_for_and_marks_decisions(researcher):
    page = researcher.opens(f"{STUDY}participants/").page
    page.locator("a.pseudonym").first.click()
    researcher.sees("stay hidden until the study is closed")
    researcher.press("Show answers and arm").sees("Recall the teacher believed")
    researcher.check_accessibility()
    exclude = page.locator("form").filter(has_text="Exclude from the analysis")
    exclude.get_by_label("Reason").fill("Typed nonsense.")
    researcher.press("Exclude").sees("Decided after seeing outcomes.")


def test_payments_are_downloaded(researcher):
    page = researcher.opens(f"{STUDY}payments/").page
    researcher.check_accessibility()
    with page.expect_download() as download:
        researcher.press("Download with recruiters’ ids")

    assert "WORKER7" in download.value.path().read_text()


def test_a_design_is_cloned_exported_imported_archived_and_deleted(
    researcher, tmp_path
):
    page = researcher.opens(f"{STUDY}design/").page
    with page.expect_download() as download:
        page.locator("a[download]", has_text="Export").click()
    file = tmp_path / "design.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["study"]["title"] == "Running"
    researcher.press("Clone").hears("This is a copy of")
    researcher.opens("new-study/").page.locator("#id_file").set_input_files(file)
    researcher.press("Import it")
    page.get_by_role("heading", name="Design", exact=True).wait_for()
    researcher.opens("").page.get_by_role("button", name="Archive Copy").click()
    researcher.hears("is in the archive")
    researcher.opens("?show=archived").check_accessibility()
    page.get_by_role("button", name="Bring back").click()
    researcher.hears("is in the list again")
    page.get_by_role("link", name="Delete Copy").click()
    researcher.check_accessibility()
    researcher.press("Delete the draft").hears("is deleted")

    assert len(researcher.rows(STUDIES)) == 2


def test_a_new_question_is_named_and_is_wrong_only_once_it_is_begun(researcher):
    page = researcher.opens("new-study/").page
    researcher.fills(title="Asked").press("Begin with A quick comparison")
    after = page.locator("#section-questions-after")
    n_before = after.locator(".question-row").count()
    after.get_by_role("button", name="Add", exact=True).click()
    expect(after.locator(".question-row")).to_have_count(n_before + 1)
    row = after.locator(".question-row").last
    assert row.locator(".is-error").count() == 0
    row.get_by_label("Name in the export").fill("pets")
    row.get_by_label("What is asked").fill("How many pets do you have?")
    row.get_by_label("What is asked").press("Tab")
    row.locator(".is-error").first.wait_for()
    row.get_by_role("button", name="Delete").click()
    researcher.check_accessibility()


@pytest.mark.parametrize("width", [390, 1280])
def test_what_was_saved_is_told_where_it_covers_no_field(researcher, width):
    page = researcher.opens("new-study/").page
    page.set_viewport_size({"width": width, "height": 800})
    researcher.fills(title=f"Wide {width}").press("Begin with A quick comparison")
    field = page.get_by_label("Contact", exact=True)
    field.fill("lab@example.org")
    field.press("Tab")
    expect(page.locator("#saved")).to_contain_text("Saved")

    saved = page.locator("#saved").bounding_box()
    fields = page.locator(".design-sections").bounding_box()
    is_beside = saved["x"] >= fields["x"] + fields["width"]
    is_docked = saved["y"] + saved["height"] == 800 and saved["width"] == width
    assert is_docked if width == 390 else is_beside


def test_a_narrow_screen_shows_the_current_tab(researcher):
    page = researcher.page
    page.set_viewport_size({"width": 390, "height": 800})
    researcher.opens(f"{STUDY}team/")

    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)


def test_a_token_is_made_and_a_password_changed(researcher):
    page = researcher.opens("account/tokens/").page
    researcher.fills(name="Lab script")
    page.locator("main form button[type=submit]").click()
    researcher.check_accessibility()
    researcher.opens("account/").sees("Lab script")
    researcher.opens("account/password/").check_accessibility()
    new = "a-longer-horse-battery"
    fields = page.locator('input[type="password"]').all()
    for field, words in zip(fields, (PASSWORD, new, new), strict=True):
        field.fill(words)
    page.locator("main form button[type=submit]").click()
    researcher.hears("password")
    researcher.context.clear_cookies()
    researcher.sign_in(USERNAME, new)
