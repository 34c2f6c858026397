"""Every form of the dashboard that the long walk does not pass is sent once."""

import json
import re

from playwright.sync_api import expect

from docs.screenshots import IN_GUIDES, Look, render
from docs.tour import PASSWORD, USERNAME
from tests.browser.desk import ADMINISTRATOR

STUDY = "studies/running/"
CHANGES = "SELECT kind FROM studies_studychange ORDER BY id"
ACTIONS = "SELECT action FROM studies_auditentry ORDER BY id"
EXCLUSIONS = "SELECT is_excluded FROM studies_exclusiondecision ORDER BY id DESC"
STUDIES = "SELECT slug FROM studies_study"


def test_words_consent_and_places_of_a_live_study_are_amended(researcher):
    page = researcher.opens(f"{STUDY}design/").page
    page.get_by_text("Correct the words").click()
    researcher.fills(amend_internal_title="Wave 3", amend_consent_version="2")
    researcher.fills(amend_part_purpose="Memory of words.").press("Correct them")
    researcher.hears("Amended.").check_accessibility()
    page.locator("summary").filter(has_text="Add places").click()
    researcher.fills(places_n_more="2").press("Add places").hears("more places now.")

    assert researcher.rows(CHANGES) == [("amendment",), ("top_up",)]
    page.goto(f"{researcher.site}/join/running/")
    researcher.sees("Memory of words.")


def test_places_are_added_from_the_monitor_and_the_study_is_paused(researcher):
    n_before = len(researcher.rows(CHANGES))
    page = researcher.opens(f"{STUDY}monitor/").page
    page.get_by_label("Reason").first.fill("Many left.")
    researcher.press("Add the places").hears("The places are added.")

    assert researcher.rows(CHANGES)[n_before:] == [("top_up",)]
    researcher.press("Pause the study").sees("Resume the study")
    researcher.press("Resume the study").sees("Pause the study")


def test_a_look_at_outcomes_is_asked_for_and_marks_decisions(researcher):
    page = researcher.opens(f"{STUDY}participants/").page
    page.locator("a.pseudonym").first.click()
    researcher.sees("stay hidden until the study is closed")
    researcher.press("Show answers and arm").sees("Recall the teacher believed")
    researcher.check_accessibility()
    exclude, include = (
        page.locator("form").filter(has=page.get_by_role("button", name=verb))
        for verb in ("Exclude", "Include")
    )
    exclude.get_by_label("Reason").fill("Typed nonsense.")
    researcher.press("Exclude").sees("Decided after seeing outcomes.")
    include.get_by_label("Reason").fill("We looked twice.")
    researcher.press("Include")
    exclude.wait_for()

    assert researcher.rows(EXCLUSIONS) == [(0,), (1,)]


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


def test_somebody_is_invited_joins_gets_another_role_and_is_removed(
    researcher, stranger
):
    page = researcher.opens(f"{STUDY}team/invite/").page
    link = researcher.press("Make the link").page.locator(".secret code").first
    stranger.page.goto(link.inner_text())
    researcher.check_accessibility()
    stranger.check_accessibility()
    stranger.fills(username="bea", email="bea@example.org")
    stranger.fills(password1=PASSWORD, password2=PASSWORD)
    stranger.press("Make the account and join").hears("You joined as editor.")
    researcher.opens(f"{STUDY}team/")
    page.get_by_label("Role of bea").select_option("viewer")
    page.get_by_role("button", name="Change the role of bea").click()
    researcher.sees("made bea viewer instead of editor")
    page.get_by_role("link", name="Remove bea").click()
    page.get_by_role("button", name="Remove from the team").wait_for()
    researcher.check_accessibility()
    researcher.press("Remove from the team").sees("removed bea from the team")


def test_a_forgotten_password_is_asked_for(stranger):
    page = stranger.opens("sign-in/").page
    page.get_by_role("link", name="Forgot your password?").click()
    page.locator("#id_email").wait_for()
    stranger.check_accessibility()
    stranger.fills(email="nobody@example.org").press("Send the link")
    stranger.sees("Look at your mail").check_accessibility()


def test_an_account_is_made_closed_and_opened_and_its_password_set(stranger):
    page = stranger.sign_in(ADMINISTRATOR, PASSWORD).page
    stranger.opens("accounts/new/").fills(username="cleo", email="c@example.org")
    stranger.press("Make the account")
    page.locator(".secret code").first.wait_for()
    stranger.check_accessibility()
    stranger.opens("accounts/")
    for verb in ("Close the account of cleo", "Open again for cleo"):
        page.get_by_role("button", name=verb).wait_for()
        stranger.check_accessibility()
        page.get_by_role("button", name=verb).click()
    page.get_by_role("button", name="Password link for cleo").click()
    link = page.locator(".secret code").first.inner_text()
    stranger.context.clear_cookies()
    page.goto(link)
    for field in page.locator('input[type="password"]').all():
        field.fill("a-third-horse-battery")
    page.locator("main form button[type=submit]").click()
    stranger.hears("Your new password is set.")
    stranger.sign_in("cleo", "a-third-horse-battery")


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
    n_before = len(researcher.rows(STUDIES))
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
    page.get_by_role("button", name="Delete the draft").wait_for()
    researcher.check_accessibility()
    researcher.press("Delete the draft").hears("is deleted")

    assert len(researcher.rows(STUDIES)) == n_before + 1


def test_a_new_question_says_at_once_what_it_lacks(researcher):
    page = researcher.opens("studies/asked/design/").page
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
    expect(after.locator(".question-row")).to_have_count(n_before)
    researcher.check_accessibility()


def test_what_was_saved_is_told_where_it_covers_no_field(researcher):
    page = researcher.opens("studies/green/design/").page
    field = page.get_by_label("Contact", exact=True)
    field.fill("lab@example.org")
    field.press("Tab")
    expect(page.locator("#saved")).to_contain_text("Saved")

    saved = page.locator("#saved").bounding_box()
    fields = page.locator(".design-sections").bounding_box()
    assert saved["x"] >= fields["x"] + fields["width"]
    page.set_viewport_size({"width": 390, "height": 800})
    docked = page.locator("#saved").bounding_box()
    assert (docked["y"] + docked["height"], docked["width"]) == (800, 390)


def test_what_is_refused_stays_told_until_it_is_right(researcher):
    page = researcher.opens("studies/red/design/").page
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


def test_a_narrow_screen_shows_the_current_tab_and_how_to_uninvite(researcher):
    page = researcher.opens(f"{STUDY}team/invite/").press("Make the link").page
    page.locator(".secret code").first.wait_for()
    page.set_viewport_size({"width": 390, "height": 800})
    researcher.opens(f"{STUDY}team/")
    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)

    page.get_by_role("button", name="Revoke the invitation").click()
    researcher.sees("took back an invitation as editor")


def test_a_deck_is_looked_at_saved_and_shown(researcher, tmp_path):
    table = tmp_path / "pets.csv"
    table.write_text("prompt,answer\ndog,Hund\nbee,Biene\n")
    page = researcher.opens("decks/import/").page
    page.locator("#id_table").set_input_files(table)
    researcher.press("Look at it")
    page.get_by_role("button", name="Save the deck").wait_for()
    researcher.check_accessibility()
    researcher.press("Save the deck").hears("is saved").check_accessibility()
    page.get_by_role("row").filter(has_text="pets").get_by_role("link").click()
    researcher.sees("What is on the cards?").sees("Biene").check_accessibility()


def test_links_for_a_list_are_made_and_taken_back(researcher):
    researcher.opens(f"{STUDY}links/").fills(labels="P01\nP02").press("Make links")
    researcher.sees("2 links").check_accessibility()
    researcher.fills(labels="P02").press("Take the links of these labels back")
    researcher.sees("1 link").opens(f"{STUDY}links/print/").check_accessibility()


def test_questions_of_one_study_are_asked_in_another(researcher):
    researcher.opens("questionnaires/").check_accessibility()
    asked = researcher.page.get_by_role("article").filter(has_text="Running")
    asked.get_by_role("button", name="Add these questions").first.click()

    researcher.page.get_by_role("status").first.wait_for()


def test_what_takes_long_is_cancelled(researcher):
    page = researcher.opens(f"{STUDY}export/").press("Export").page
    page.get_by_role("button", name="Cancel").click()
    researcher.sees("Cancelled")
    researcher.opens(f"{STUDY}simulate/").press("Send them")
    page.get_by_role("button", name="Cancel").click()
    researcher.sees("Cancelled after").check_accessibility()


def test_results_are_looked_at_early_once_the_name_is_typed(researcher):
    page = researcher.opens(f"{STUDY}results/").page
    page.locator("main input[type=text]").fill("running")
    researcher.press("Look at the results now").sees("Waiting to begin")
    researcher.check_accessibility()

    assert ("results_unlocked",) in researcher.rows(ACTIONS)


def test_ones_details_are_saved_a_token_made_and_the_password_changed(researcher):
    page = researcher.opens("account/").fills(name="Ada Q. Quill").press("Save").page
    page.get_by_role("status").first.wait_for()
    assert page.locator("#id_name").input_value() == "Ada Q. Quill"
    researcher.opens("account/tokens/").fills(name="Lab script")
    page.locator("main form button[type=submit]").click()
    page.locator(".secret code").wait_for()
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


def test_the_pictures_of_the_guides_can_be_taken(chromium, desk, tmp_path):
    site, _ = desk

    render(chromium, site, Look(tmp_path, "phone", "light", IN_GUIDES))

    taken = {path.stem for path in tmp_path.iterdir()}
    assert taken == {name for name in IN_GUIDES if "-phone-" in name}
