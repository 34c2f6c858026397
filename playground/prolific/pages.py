"""The words of the small site."""

from html import escape

from playground.prolific.pool import (
    APPROVE,
    CODES,
    PENDING,
    RETURN,
    REVIEW,
    SCREEN_OUT,
    Pool,
    Study,
    Submission,
    action_field,
)

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2433 }
body { max-width: 56rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.4rem }
h2 { font-size: 1.1rem; margin: 0 0 .5rem }
section, form.card { border: 1px solid #ccd3e0; border-radius: .6rem }
section, form.card { padding: 1rem; margin: 0 0 1rem }
label { display: block; margin: .5rem 0 }
input:not([type=checkbox]), select { display: block; width: 100% }
input, select { box-sizing: border-box }
input, select { padding: .4rem; font: inherit }
button { font: inherit; padding: .4rem .8rem; border-radius: .4rem; cursor: pointer }
button { border: 1px solid #34518c; background: #34518c; color: #fff }
button.quiet { background: #fff; color: #34518c }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
td .row { flex-wrap: nowrap }
.box { overflow-x: auto; margin-top: 1rem }
table { border-collapse: collapse; white-space: nowrap }
td, th { text-align: left; padding: .25rem .75rem .25rem 0 }
.note { background: #fff6df; border-radius: .4rem; padding: .5rem .75rem }
"""
_WHOSE = {
    "completed": "those who finish",
    "no_consent": "those who do not agree",
    "screened_out": "those who are screened out",
    "withdrawn": "those who leave early",
}
_ACTIONS = {
    REVIEW: "wait for your review",
    APPROVE: "approve it at once, and pay all",
    RETURN: "ask for a return",
    SCREEN_OUT: "pay the fixed sum above; one code may do so",
}


def show_page(title: str, content: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        '<p class="note">This is a stand-in for Prolific on your own machine: nobody '
        f'is recruited, and no money moves. <a href="/">All studies</a></p>'
        f"<h1>{escape(title)}</h1>{content}</body></html>"
    )


def show_studies(pool: Pool, participant: str) -> str:
    studies = "".join(_study(pool, study) for study in pool.studies.values())
    return show_page("Studies", (studies or "<p>None yet.</p>") + _new_study())


def show_back(submission: Submission) -> str:
    code, state = escape(submission.code or ""), Pool.words_of(submission)
    return show_page(
        "You are back at Prolific",
        f"<p>Code <strong>{code}</strong> arrived. The submission is now "
        f"<strong>{state}</strong>.</p>",
    )


def _study(pool: Pool, study: Study) -> str:
    submissions = pool.submissions_of(study)
    signed = ", signed links" if study.is_signed else ""
    rows = "".join(_row(each) for each in submissions)
    table = (
        '<div class="box"><table><tr><th>Submission</th><th>Person</th><th>State</th>'
        f"<th>Code</th><th>Bonuses</th><th></th></tr>{rows}</table></div>"
    )
    reward = f"{study.reward / 100:.2f} {escape(study.currency)}"
    buttons = (
        _button("/begin/", "Take part as somebody new", study=study.id, anew="1")
        + _button("/begin/", "Go on", "quiet", study=study.id)
        + (_button("/rotate/", "Change the signing key", "quiet") if signed else "")
    )
    return (
        f"<section><h2>{escape(study.name)}</h2>"
        f"<p>Study id <code>{study.id}</code>: {reward}, {study.places} places{signed}"
        f'</p><div class="row">{buttons}</div>{table if submissions else ""}</section>'
    )


def _row(submission: Submission) -> str:
    is_asked = Pool.words_of(submission) == "return requested"
    is_open = submission.status in PENDING or is_asked
    buttons = (
        _button("/return/", "Return", "quiet", submission=submission.id)
        + _button("/time-out/", "Time out", "quiet", submission=submission.id)
        if is_open
        else ""
    )
    bonuses = ", ".join(f"{amount / 100:.2f}" for amount in submission.bonuses)
    return (
        f"<tr><td><code>{submission.id}</code></td><td>…{submission.participant[-4:]}"
        f"</td><td>{Pool.words_of(submission)}</td><td>{escape(submission.code or '-')}"
        f'</td><td>{bonuses or "-"}</td><td><div class="row">{buttons}</div></td></tr>'
    )


def _button(action: str, words: str, kind: str = "", **fields: str) -> str:
    hidden = "".join(
        f'<input type="hidden" name="{name}" value="{escape(value)}">'
        for name, value in fields.items()
    )
    button = f'<button class="{kind}">{escape(words)}</button>'
    return f'<form method="post" action="{action}">{hidden}{button}</form>'


def _new_study() -> str:
    codes = "".join(_code(name, whose) for name, whose in _WHOSE.items())
    return (
        '<form class="card" method="post" action="/studies/"><h2>Another study</h2>'
        f"{_input('link', 'Study link, as Launch shows it')}{_input('name', 'Title')}"
        f"{_input('reward', 'Reward in pence', '200')}"
        f"{_input('screen_out_reward', 'Of who is screened out, in pence', '50')}"
        f"{_input('places', 'Places', '20')}"
        f"{codes}<label><input type='checkbox' name='signed' value='1'> Secure links "
        "(signed)</label><button>Offer it</button></form>"
    )


def _code(name: str, whose: str) -> str:
    options = "".join(
        f'<option value="{action}"{" selected" if action == CODES[name] else ""}>'
        f"{escape(words)}</option>"
        for action, words in _ACTIONS.items()
    )
    return _input(name, f"Code of {whose}") + (
        f"<label>What happens to {whose}"
        f'<select name="{action_field(name)}">{options}</select></label>'
    )


def _input(name: str, words: str, value: str = "") -> str:
    field = f'<input name="{name}" value="{escape(value)}">'
    return f"<label>{escape(words)}{field}</label>"
