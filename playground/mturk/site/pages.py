"""The pages of the site, one function each."""

from decimal import Decimal

from playground.mturk.market import Assignment, Hit, Market
from playground.mturk.site.questions import Form, Frame, frame_address, read_question
from playground.mturk.site.replies import Markup, Reply, fill, join, refuse, show

# Whom one may be; any other id will do as well.
WORKERS = {
    "A1PLAYADA": "Ada",
    "A1PLAYBEN": "Ben",
    "A1PLAYCLEO": "Cleo",
    "A1PLAYDORA": "Dora",
    "A1PLAYEMIL": "Emil",
}
_STATES = {
    "Submitted": "handed in, waiting",
    "Approved": "approved",
    "Rejected": "rejected",
}


def name_of(worker: str) -> str:
    return WORKERS.get(worker, worker)


def show_doors(market: Market) -> Reply:
    """Who do you want to be?"""
    people = join([_door(market, worker) for worker in WORKERS])
    return show("Who are you?", fill("doors.html", people=people))


def _door(market: Market, worker: str) -> Markup:
    n_held = len(market.tasks_of(worker, "Accepted"))
    n_done = len(market.tasks_of(worker, *_STATES))
    told = [f"{n_held} accepted"] * bool(n_held) + [f"{n_done} handed in"] * bool(
        n_done
    )
    return fill(
        "door.html", worker=worker, name=name_of(worker), told=", ".join(told) or "new"
    )


def show_hits(market: Market, worker: str) -> Reply:
    """What the worker may take, has taken, and got for it."""
    held = [_held(market, each) for each in market.tasks_of(worker, "Accepted")]
    offered = [_offered(market, hit, worker) for hit in market.hits_for(worker)]
    done = [_done(market, each) for each in market.tasks_of(worker, *_STATES)]
    main = fill(
        "hits.html",
        held=_section("Yours to do", held),
        offered=join(offered) or fill("nothing.html"),
        done=_section("Handed in", done),
        earned=f"{_earned(market, worker):.2f}",
    )
    return show("HITs", main, nav=_nav(worker))


def _section(title: str, rows: list[Markup]) -> Markup:
    return fill("section.html", title=title, rows=join(rows)) if rows else Markup("")


def _nav(worker: str) -> Markup:
    return fill("nav.html", worker=worker, name=name_of(worker))


def _offered(market: Market, hit: Hit, worker: str) -> Markup:
    return fill(
        "offered.html",
        worker=worker,
        hit=hit.id,
        n_left=market.n_available(hit),
        **_about(hit),
    )


def _held(market: Market, assignment: Assignment) -> Markup:
    return fill(
        "held.html",
        worker=assignment.worker,
        assignment=assignment.id,
        left=_minutes_left(market, assignment),
        **_about(assignment.hit),
    )


def _done(market: Market, assignment: Assignment) -> Markup:
    bonuses = [b for b in market.bonuses if b.assignment is assignment]
    told = [_STATES[assignment.status]]
    told += [f"“{assignment.feedback}”"] if assignment.feedback else []
    told += [f"bonus {bonus.amount} USD: {bonus.reason}" for bonus in bonuses]
    about = _about(assignment.hit)
    return fill("done.html", told="; ".join(told), **about)


def _about(hit: Hit) -> dict[str, object]:
    offer = hit.offer
    return {
        "title": offer["Title"],
        "description": offer["Description"],
        "reward": offer["Reward"],
        "minutes": offer["AssignmentDurationInSeconds"] // 60,
    }


def _earned(market: Market, worker: str) -> Decimal:
    approved = market.tasks_of(worker, "Approved")
    rewards = [Decimal(each.hit.offer["Reward"]) for each in approved]
    bonuses = [Decimal(b.amount) for b in market.bonuses if b.worker == worker]
    return sum([*rewards, *bonuses], Decimal(0))


def _minutes_left(market: Market, assignment: Assignment) -> int:
    return max(0, int(assignment.due_at - market.clock()) // 60)


def show_preview(hit: Hit, worker: str, *, site: str) -> Reply:
    """The task as somebody sees it who has not accepted it."""
    bar = fill("preview_bar.html", worker=worker, hit=hit.id, **_about(hit))
    return _show_task(hit, worker, bar, site=site)


def show_work(market: Market, assignment: Assignment, *, site: str) -> Reply:
    """The task of somebody who has accepted it."""
    left = _minutes_left(market, assignment)
    ids = {"worker": assignment.worker, "assignment": assignment.id, "left": left}
    bar = fill("work_bar.html", **ids, **_about(assignment.hit))
    return _show_task(
        assignment.hit, assignment.worker, bar, site=site, assignment=assignment
    )


def _show_task(
    hit: Hit,
    worker: str,
    bar: Markup,
    *,
    site: str,
    assignment: Assignment | None = None,
) -> Reply:
    question = read_question(hit)
    if question is None:
        return refuse("This kind of task is not played here.")
    if isinstance(question, Frame):
        address = frame_address(question, hit, site=site, assignment=assignment)
        body = fill("frame.html", address=address)
    else:
        body = _show_form(question, worker, assignment)
    main = join([bar, body])
    return show(str(hit.offer["Title"]), main, nav=_nav(worker), kind="task")


def _show_form(form: Form, worker: str, assignment: Assignment | None) -> Markup:
    box = (
        fill(
            "code_box.html",
            worker=worker,
            assignment=assignment.id,
            name=form.name,
            label=form.label,
        )
        if assignment
        else fill("code_box_later.html")
    )
    # The requester's own HTML: nothing in it runs, by the policy of every page.
    return fill("form.html", content=Markup(form.content), box=box)


def show_handed_in(*, is_again: bool) -> Reply:
    """Within the frame, where the requester's page was."""
    words = "It was handed in before." if is_again else "The requester has it now."
    return show("Handed in", fill("handed_in.html", words=words), kind="framed")
