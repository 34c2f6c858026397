"""The parts of a page that the modules look for, as the templates write them."""

TIMEBAR = """
<div data-timebar><div data-timebar-fill></div><span data-timebar-seconds></span></div>
"""
PICTURE = """
<div data-picture-room><img data-picture src="/pictures/1" alt="The picture to name">
  <button type="button" aria-pressed="false" data-enlarge hidden>Enlarge</button>
  <div data-picture-failed hidden></div></div>
"""
PROMPT = '<p id="prompt" lang="en">rainbow</p>'
AROUND = """
<style id="compact"></style>
<div id="announcer"></div>
<div id="network" hidden data-sending="Sending" data-offline="No connection"
  data-busy="One moment" data-back="Connected again"></div>
"""
CONTINUE = """
<form data-continue><input type="hidden" name="phase" value="learning">
  <p data-next hidden>The next card comes by itself.</p>
  <div data-still-there hidden><button type="button">Yes, go on</button></div>
</form>
"""


def timed(seconds: float | None, limit: float) -> str:
    return "" if seconds is None else f'data-seconds="{seconds}" data-limit="{limit}"'


def card_face(*, step=1, phase="learning", seconds=20.0, picture="", more="") -> str:
    return f"""
    <div id="face" data-page="card" data-phase="{phase}" data-step="{step}" {more}
      {timed(seconds, 20)} data-warning="5 seconds left" data-hint="Type an answer"
      data-believed-seconds="5">
      {TIMEBAR}{picture}</div>
    """


def review_face(*, outcome="wrong", seconds=3.0, more="") -> str:
    return f"""
    <div id="face" data-page="review" data-phase="learning" data-step="1" {more}
      data-outcome="{outcome}" {timed(seconds, 3)}>{TIMEBAR}</div>
    """


def keys(*, field="answer-1", value="") -> str:
    hidden = {"phase": "learning", "step": 1, "auto": "", "paused": "", "client": ""}
    inputs = [
        f'<input type="hidden" name="{name}" value="{text}">'
        for name, text in hidden.items()
    ]
    return f"""
    <div id="keys" data-field="{field}" data-value="{value}">{"".join(inputs)}</div>
    """


def answer_form(*, keys: str = keys(), maxlength: int = 200) -> str:
    return f"""
    <form id="answer-form" data-session="/s/token/" data-most-events="100">{keys}
      <input id="answer" name="answer-1" maxlength="{maxlength}">
      <p id="hint"></p>
      <div id="controls">
        <div data-letters hidden><button type="button" data-letter="ü">ü</button></div>
        <button type="submit">Check</button>
        <button type="submit" name="dont_know" value="1">I don't know</button>
      </div>
    </form>
    """


def stage(face: str, *, form: str = answer_form(), result: str = "") -> str:
    return f"""
    <main id="main"><h1 id="heading">Card 2 of 12</h1>
    <div id="stage">{face}{form}<div id="result">{result}</div>
    </div></main>
    {AROUND}
    """
