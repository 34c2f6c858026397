"""Forms of the dashboard beside a study's own, and those that stop something."""

STUDY = "studies/running/"
ACTIONS = "SELECT action FROM studies_auditentry ORDER BY id"


def test_a_deck_is_looked_at_saved_and_shown(researcher, tmp_path):
    table = tmp_path / "pets.csv"
    table.write_text("prompt,answer\ndog,Hund\nbee,Biene\n")
    page = researcher.opens("decks/import/").page
    page.locator("#id_table").set_input_files(table)
    researcher.press("Look at it").check_accessibility()
    researcher.press("Save the deck").hears("is saved").check_accessibility()
    page.get_by_role("row").filter(has_text="pets").get_by_role("link").click()
    researcher.sees("What is on the cards?").sees("Biene").check_accessibility()


def test_links_for_a_list_are_made_and_taken_back(researcher):
    researcher.opens(f"{STUDY}links/").fills(labels="P01\nP02").press("Make links")
    researcher.sees("2 links").check_accessibility()
    researcher.fills(labels="P02").press("Take the links of these labels back")
    researcher.sees("1 link").opens(f"{STUDY}links/print/").check_accessibility()


def test_questions_of_one_study_are_asked_in_another(researcher):
    researcher.opens("new-study/").fills(title="Draft")
    researcher.press("Begin with A quick comparison").opens("questionnaires/")
    researcher.check_accessibility()
    asked = researcher.page.locator("section").filter(has_text="Running")
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


def test_ones_details_are_saved(researcher):
    researcher.opens("account/").fills(name="Ada Q. Quill").press("Save")
    researcher.page.get_by_role("status").first.wait_for()
    assert researcher.page.locator("#id_name").input_value() == "Ada Q. Quill"
