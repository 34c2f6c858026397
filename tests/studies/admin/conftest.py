import pytest


@pytest.fixture
def ask_list(rf, admin_user):
    """The answer of a list, with its rows and what its filters offer, but no page
    around them, which takes most of the time."""

    def ask_list(page, asked=None):
        request = rf.get("/", asked)
        request.user = admin_user
        answer = page.changelist_view(request)
        if answer.status_code == 200:
            read(answer.context_data["cl"])
        return answer

    return ask_list


def read(shown):
    list(shown.result_list)
    for one in shown.filter_specs:
        list(one.choices(shown))
