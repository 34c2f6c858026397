import sys

from threadpoolctl import threadpool_info, threadpool_limits

from teaching import EASY, HalfLifeModel, price_bound
from teaching.pricing import smooth
from teaching.threads import one_thread


def n_threads():
    return {library["num_threads"] for library in threadpool_info()}


def test_prices_are_computed_by_one_thread_and_others_keep_theirs(monkeypatch):
    seen = set()

    def watched(*given):
        seen.update(n_threads())
        return total(*given)

    total = smooth.smooth_total
    monkeypatch.setattr(smooth, "smooth_total", watched)
    with threadpool_limits(limits=2):
        price_bound(HalfLifeModel([EASY] * 2), 3)
        assert n_threads() == {2}

    assert seen == {1}


def test_without_what_limits_threads_it_goes_on(monkeypatch):
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)

    with threadpool_limits(limits=2), one_thread():
        assert n_threads() == {2}
