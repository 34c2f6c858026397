"""Addresses of the researcher's pages."""

from django.urls import include, path

from studies.dashboard import (
    archive,
    beginnings,
    decks,
    exporting,
    home,
    questionnaires,
    status,
    study,
)
from studies.dashboard.accounts import administration, own, passwords, second_factor
from studies.dashboard.accounts.sign_in import SignIn, SignOut, enter_code
from studies.dashboard.design import urls as design
from studies.dashboard.items import items, regrading
from studies.dashboard.people import (
    hand_payments,
    participant,
    participants,
    payments,
    quality,
)
from studies.dashboard.power import page as power
from studies.dashboard.recruiting import urls as recruiting
from studies.dashboard.results import urls as results
from studies.dashboard.results.memory import show_memory
from studies.dashboard.running import (
    consenting,
    jobs,
    launching,
    monitor,
    personal_links,
    simulate,
    trying,
)
from studies.dashboard.team import invitations, members

app_name = "dashboard"
STUDY = "studies/<slug:slug>/"
TEAM = f"{STUDY}team/"
MEMBER = f"{TEAM}members/<int:member_id>/"
ACCOUNT = "accounts/<int:account_id>/"
FACTOR = "account/second-factor/"
PEOPLE = f"{STUDY}participants/"
PERSON = f"{PEOPLE}<slug:pseudonym>/"
QUALITY = f"{STUDY}quality/"
ITEMS = f"{STUDY}items/"
EXPORT = f"{STUDY}export/"
EXPORTED = f"{EXPORT}<int:job_id>/"
LINKS = f"{STUDY}links/"

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-in/code/", enter_code, name="sign_in_code"),
    path("sign-out/", SignOut.as_view(), name="sign_out"),
    path("password/forgotten/", passwords.Forgotten.as_view(), name="forgotten"),
    path("password/sent/", passwords.tell_reset_sent, name="reset_sent"),
    path(
        "password/<str:uidb64>/<str:token>/",
        passwords.SetPassword.as_view(),
        name="set_password",
    ),
    path("account/", own.show_account, name="account"),
    path("account/password/", own.change_password, name="change_password"),
    path("account/sign-out-elsewhere/", own.sign_out_elsewhere, name="out_elsewhere"),
    path(FACTOR, second_factor.set_up, name="second_factor"),
    path(f"{FACTOR}codes/", second_factor.renew_codes, name="recovery_codes"),
    path(f"{FACTOR}off/", second_factor.end, name="second_factor_off"),
    path("account/tokens/", own.make_token, name="make_token"),
    path(
        "account/tokens/<int:token_id>/revoke/", own.revoke_token, name="revoke_token"
    ),
    path("status/", status.show_status, name="status"),
    path("accounts/", administration.show_accounts, name="accounts"),
    path("accounts/new/", administration.make_account, name="make_account"),
    path("accounts/test-mail/", administration.test_mail, name="test_mail"),
    path(f"{ACCOUNT}close/", administration.close, name="close_account"),
    path(f"{ACCOUNT}reopen/", administration.reopen, name="reopen_account"),
    path(f"{ACCOUNT}link/", administration.make_reset_link, name="reset_link"),
    path(
        f"{ACCOUNT}second-factor/off/",
        administration.end_second_factor,
        name="account_factor_off",
    ),
    path("invitations/<str:secret>/", invitations.accept, name="invitation"),
    path(STUDY, study.open_study, name="study"),
    path(f"{STUDY}archive/", archive.archive, name="archive"),
    path(f"{STUDY}bring-back/", archive.bring_back, name="bring_back"),
    path(f"{STUDY}delete/", archive.delete, name="delete_study"),
    path(f"{STUDY}clone/", beginnings.clone, name="clone"),
    path(f"{STUDY}design/", include(design.urlpatterns)),
    path("new-study/", beginnings.new_study, name="new_study"),
    path("import-design/", beginnings.import_design, name="import_design"),
    path(f"{STUDY}try/", trying.choose_try, name="try"),
    path(
        f"{STUDY}try/<uuid:public_id>/",
        trying.show_try,
        name="try_session",
    ),
    path(
        f"{STUDY}try/<uuid:public_id>/consent/",
        consenting.show_consent,
        name="try_consent",
    ),
    path(
        f"{STUDY}try/<uuid:public_id>/teacher/",
        trying.show_teacher,
        name="try_teacher",
    ),
    path(f"{STUDY}power/", power.show_power, name="power"),
    path(f"{STUDY}power/curve/", power.show_curve, name="power_curve"),
    path(f"{STUDY}power/summary/", power.show_summary, name="power_summary"),
    path(f"{STUDY}power/take/", power.take, name="power_take"),
    path(f"{STUDY}power/curve.<slug:kind>", power.download, name="power_figure"),
    path(f"{STUDY}launch/", launching.show_launch, name="launch"),
    path(f"{STUDY}launch/pilot/", launching.start_pilot, name="pilot"),
    path(f"{STUDY}launch/draft/", launching.back_to_draft, name="draft"),
    path(f"{STUDY}launch/qr.svg", launching.show_qr, name="qr"),
    path(
        f"{STUDY}launch/preregistration.md",
        launching.download_preregistration,
        name="preregistration",
    ),
    path(LINKS, personal_links.show_links, name="personal_links"),
    path(f"{LINKS}change/", personal_links.change_links, name="change_links"),
    path(f"{LINKS}links.csv", personal_links.download_links, name="links_table"),
    path(f"{LINKS}print/", personal_links.print_links, name="print_links"),
    path(f"{STUDY}simulate/", simulate.simulate, name="simulate"),
    path(f"{STUDY}jobs/<int:job_id>/", jobs.show_job, name="job"),
    path(
        f"{STUDY}jobs/<int:job_id>/cancel/",
        jobs.cancel,
        name="job_cancel",
    ),
    path(f"{STUDY}monitor/", monitor.show_monitor, name="monitor"),
    path(f"{STUDY}monitor/now/", monitor.show_monitor_now, name="monitor_now"),
    path(f"{STUDY}monitor/pause/", monitor.pause_study, name="pause"),
    path(f"{STUDY}monitor/resume/", monitor.resume_study, name="resume"),
    path(f"{STUDY}monitor/close/", monitor.close_study, name="close"),
    path(f"{STUDY}monitor/places/", monitor.add_places, name="add_places"),
    path(f"{STUDY}results/", include(results.urlpatterns)),
    path(f"{STUDY}memory/", show_memory, name="memory"),
    path(PEOPLE, participants.show_participants, name="participants"),
    path(f"{PEOPLE}find/", participants.find_participant, name="find_participant"),
    path(PERSON, participant.show_participant, name="participant"),
    path(f"{PERSON}identity/", participant.show_identity, name="identity"),
    path(f"{PERSON}outcomes/", participant.show_outcomes, name="outcomes"),
    path(f"{PERSON}exclude/", participant.exclude, name="exclude"),
    path(f"{PERSON}include/", participant.include, name="include"),
    path(f"{PERSON}note/", participant.note, name="note"),
    path(f"{PERSON}time/", participant.grant_time, name="grant_time"),
    path(f"{PERSON}screen-out/", participant.screen_out, name="screen_out"),
    path(f"{PERSON}erase/", participant.erase, name="erase"),
    path(f"{STUDY}recruiting/", include(recruiting.urlpatterns)),
    path(f"{STUDY}payments/", payments.show_payments, name="payments"),
    path(
        f"{STUDY}payments/download/",
        payments.download_payments,
        name="download_payments",
    ),
    path(f"{STUDY}payments/ledger/", payments.download_ledger, name="download_ledger"),
    path(
        f"{STUDY}payments/by-hand/<int:code_pk>/",
        hand_payments.show_hand_payment,
        name="hand_payment",
    ),
    path(
        f"{STUDY}payments/undo/<int:payment_pk>/",
        hand_payments.undo_hand_payment,
        name="undo_hand_payment",
    ),
    path(QUALITY, quality.show_quality, name="quality"),
    path(f"{QUALITY}table.csv", quality.download_quality, name="quality_table"),
    path(
        f"{QUALITY}figures/<slug:gauge>.<slug:kind>",
        quality.download_figure,
        name="quality_figure",
    ),
    path(
        f"{QUALITY}<slug:pseudonym>/exclude/",
        quality.exclude_here,
        name="exclude_here",
    ),
    path(ITEMS, items.show_items, name="items"),
    path(f"{ITEMS}table.csv", items.download_items, name="items_table"),
    path(f"{ITEMS}regrade/", regrading.regrade, name="regrade"),
    path(f"{ITEMS}regrade/<int:job_id>/", regrading.show_progress, name="regrade_job"),
    path(EXPORT, exporting.show_export, name="export"),
    path(f"{EXPORTED}progress/", exporting.show_progress, name="export_progress"),
    path(f"{EXPORTED}cancel/", exporting.cancel, name="export_cancel"),
    path(f"{EXPORTED}download/", exporting.download, name="export_download"),
    path(
        f"{EXPORTED}tables/<slug:table>/",
        exporting.download_table,
        name="export_table",
    ),
    path(TEAM, members.show_team, name="team"),
    path(f"{MEMBER}role/", members.set_role, name="set_role"),
    path(f"{MEMBER}remove/", members.remove, name="remove_member"),
    path(f"{TEAM}invite/", invitations.invite_member, name="invite"),
    path(
        f"{TEAM}invitations/<int:invitation_id>/revoke/",
        invitations.revoke,
        name="revoke_invitation",
    ),
    path("questionnaires/", questionnaires.list_questionnaires, name="questionnaires"),
    path(
        "questionnaires/copy/",
        questionnaires.copy_questions,
        name="questionnaires_copy",
    ),
    path("decks/", decks.list_decks, name="decks"),
    path("decks/import/", decks.upload_deck, name="deck_upload"),
    path(
        "decks/import/<uuid:upload_id>/",
        decks.preview_deck_upload,
        name="deck_preview",
    ),
    path("decks/credits/", decks.show_credits, name="credits"),
    path("decks/<slug:deck>/<int:version>/", decks.show_deck, name="deck"),
]
