"""Every form of the dashboard that the long walk does not pass is sent once."""

import json
import re

import pytest
from playwright.sync_api import expect

from docs.tour import PASSWORD, USERNAME
from tests.browser.desk import ADMINISTRATOR
from tests.browser.people import Researcher

STUDY = "studies/running/"
CHANGES = "SELECT kind FROM studies_studychange ORDER BY id"
ACTIONS = "SELECT action FROM studies_auditentry ORDER BY id"
EXCLUSIONS = "SELECT is_excluded FROM studies_exclusiondecision ORDER BY id DESC"
STUDIES = "SELECT slug FROM studies_study ORDER BY id"


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


def test_somebody_is_found_noted_given_time_and_screened_out(researcher):
    page = researcher.opens(f"{STUDY}participants/").page
    researcher.fills(name="WORKER8").press("Find").sees("What happened?")
    page.get_by_role("textbox", name="Note").fill("Asked for more time by mail.")
    researcher.press("Keep the note").hears("Done, and written into the log.")
    page.get_by_label("For every card").select_option("twice as long")
    researcher.fills(time_reason="Writes with one hand.")
    researcher.press("Grant the time").sees("2 times")
    researcher.press("Show who this is").sees("WORKER8")
    researcher.check_accessibility()
    page.locator("#id_screen-reason").fill("Too young.")
    researcher.press("Screen out").sees("screened out")

    actions = [action for (action,) in researcher.rows(ACTIONS)]
    assert {"noted", "time_granted", "identity_seen", "screened_out"} <= set(actions)


def test_who_was_excluded_is_included_again(researcher):
    page = researcher.opens(f"{STUDY}participants/").page
    researcher.fills(name="WORKER7").press("Find")
    page.get_by_label("Reason").first.wait_for()
    for verb in ("Exclude", "Include"):
        form = page.locator("form").filter(has=page.get_by_role("button", name=verb))
        if form.count():
            form.get_by_label("Reason").fill("We looked twice.")
            researcher.press(verb).hears("Done, and written into the log.")

    (last,) = researcher.rows(f"{EXCLUSIONS} LIMIT 1")
    assert last == (0,)


def test_a_study_is_paused_and_resumed(researcher):
    researcher.opens(f"{STUDY}monitor/").press("Pause the study")
    researcher.sees("Resume the study").press("Resume the study")
    researcher.sees("Pause the study")


def test_somebody_is_invited_joins_gets_another_role_and_is_removed(
    researcher, chromium
):
    page = researcher.opens(f"{STUDY}team/invite/").page
    researcher.press("Make the link").check_accessibility()
    link = page.locator(".secret code").first.inner_text()
    context = chromium.new_context()
    newcomer = Researcher(context, researcher.site, researcher.database)
    newcomer.page.goto(link)
    newcomer.check_accessibility()
    newcomer.fills(username="bea", email="bea@example.org")
    newcomer.fills(password1=PASSWORD, password2=PASSWORD)
    newcomer.press("Make the account and join").hears("You joined as editor.")
    context.close()
    researcher.opens(f"{STUDY}team/")
    page.get_by_label("Role of bea").select_option("viewer")
    page.get_by_role("button", name="Change the role of bea").click()
    researcher.sees("made bea viewer instead of editor")
    page.get_by_role("link", name="Remove bea").click()
    researcher.check_accessibility()
    researcher.press("Remove from the team").sees("removed bea from the team")


def test_an_invitation_is_taken_back(researcher):
    researcher.opens(f"{STUDY}team/invite/").press("Make the link")
    page = researcher.opens(f"{STUDY}team/").page
    page.get_by_role("button", name="Revoke the invitation").click()
    researcher.sees("took back an invitation as editor")


def test_an_account_is_made_closed_and_opened_and_its_password_set(researcher):
    researcher.context.clear_cookies()
    page = researcher.sign_in(ADMINISTRATOR, PASSWORD).page
    researcher.opens("accounts/new/").fills(username="cleo", email="c@example.org")
    researcher.press("Make the account").check_accessibility()
    link = page.locator(".secret code").first.inner_text()
    for verb in ("Close the account of cleo", "Open again for cleo"):
        researcher.opens("accounts/").check_accessibility()
        page.get_by_role("button", name=verb).click()
    page.get_by_role("button", name="Password link for cleo").click()
    link = page.locator(".secret code").first.inner_text()
    researcher.context.clear_cookies()
    page.goto(link)
    for field in page.locator('input[type="password"]').all():
        field.fill("a-third-horse-battery")
    page.locator("main form button[type=submit]").click()
    researcher.sign_in("cleo", "a-third-horse-battery")


def test_a_forgotten_password_is_asked_for(researcher):
    researcher.context.clear_cookies()
    page = researcher.opens("sign-in/").page
    page.get_by_role("link", name="Forgot your password?").click()
    researcher.check_accessibility()
    researcher.fills(email="nobody@example.org").press("Send the link")
    researcher.sees("Look at your mail").check_accessibility()


def test_payments_are_downloaded(researcher):
    page = researcher.opens(f"{STUDY}payments/").page
    researcher.check_accessibility()
    with page.expect_download() as download:
        researcher.press("Download with recruiters’ ids")

    assert "WORKER7" in download.value.path().read_text()
    with page.expect_download():
        researcher.press("Download as CSV")


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


def test_a_new_question_says_at_once_what_it_lacks(researcher):
    page = researcher.opens("new-study/").page
    researcher.fills(title="Asked").press("Begin with A quick comparison")
    after = page.locator("#section-questions-after")
    after.locator(".question-row").first.wait_for()
    n_before = after.locator(".question-row").count()
    # As browsers do when somebody pulls at its corner; the policy allows no style.
    after.locator("textarea").first.evaluate("e => { e.style.height = '120px' }")
    after.get_by_role("button", name="Add", exact=True).click()
    expect(after.locator(".question-row")).to_have_count(n_before + 1)
    row = after.locator(".question-row").last
    row.locator(".is-error").first.wait_for()
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


def test_what_is_refused_stays_told_until_it_is_right(researcher):
    researcher.opens("new-study/").fills(title="Red")
    page = researcher.press("Begin with A quick comparison").page
    title, saved = page.get_by_label("Title", exact=True), page.locator("#saved")
    mark = page.locator("#section-links li").first
    title.fill("")
    title.press("Tab")
    expect(saved).to_contain_text("Not all of it is saved")

    researcher.fills(contact="lab@example.org")
    page.get_by_label("Contact", exact=True).press("Tab")
    expect(page.locator("#id_contact_note")).to_be_empty()
    expect(saved).to_contain_text("Not all of it is saved")
    expect(mark).to_contain_text("1 to fix")
    page.get_by_label("Language of the pages").select_option("de")
    expect(page.locator("#id_part_withdrawal")).to_have_value(
        "Zwei Wochen nach Ihrer Teilnahme."
    )
    expect(page.locator("#id_after-0-label")).to_have_value(re.compile("Haben Sie"))
    expect(saved).to_contain_text("Not all of it is saved")
    title.fill("Better")
    title.press("Tab")
    expect(saved).to_contain_text("Saved")
    expect(mark).to_contain_text("✓")


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
    page.get_by_role("button", name="Revoke Lab script").click()
    researcher.sees("There is none yet.")
    researcher.opens("account/password/").check_accessibility()
    new = "a-longer-horse-battery"
    fields = page.locator('input[type="password"]').all()
    for field, words in zip(fields, (PASSWORD, new, new), strict=True):
        field.fill(words)
    page.locator("main form button[type=submit]").click()
    researcher.hears("password")
    researcher.context.clear_cookies()
    researcher.sign_in(USERNAME, new)
