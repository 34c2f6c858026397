"""Everybody's accounts, for administrators of the site."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from studies.dashboard.accounts.forms import AccountForm
from studies.dashboard.links import whole_address
from studies.dashboard.pages import administrator_page, signed_in, user_id
from studies.errors import InvalidError, NotAllowedError
from studies.services.mail import describe_mail, send_test_mail
from studies.services.team.accounts import (
    ORDERS,
    close_account,
    create_account,
    find_account,
    list_accounts,
    make_reset_key,
    reopen_account,
)
from studies.services.team.second_factor import switch_off_for

PER_PAGE = 50
LONGEST_SEARCH = 100
_COLUMNS = {
    "username": "Signs in as",
    "name": "Name",
    "email": "E-mail",
    "studies": "Studies",
    "last-seen": "Last signed in",
}


@require_safe
@administrator_page
def show_accounts(request: HttpRequest) -> HttpResponse:
    """Everybody who has an account here."""
    search = request.GET.get("search", "")[:LONGEST_SEARCH]
    order = request.GET.get("sort", "")
    order = order if order in ORDERS else "username"
    accounts = list_accounts(search=search, order=order)
    context = {
        "search": search,
        "order": order,
        "columns": [
            (name, label, urlencode({"search": search, "sort": name}))
            for name, label in _COLUMNS.items()
        ],
        "page": Paginator(accounts, PER_PAGE).get_page(request.GET.get("page")),
        "kept": urlencode({"search": search, "sort": order}),
        "own_id": user_id(request),
        "mail": describe_mail(),
    }
    return render(request, "dashboard/accounts/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@administrator_page
def make_account(request: HttpRequest) -> HttpResponse:
    """Somebody new, with a link to set a password."""
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            account = create_account(**form.cleaned_data)
        except InvalidError as error:
            form.add_error("username", error.message)
        else:
            return _show_link(request, account, is_new=True)
    status = 400 if form.errors else 200
    return render(request, "dashboard/accounts/new.html", {"form": form}, status=status)


@require_POST
@administrator_page
def make_reset_link(request: HttpRequest, account_id: int) -> HttpResponse:
    """A link for somebody who forgot their password."""
    account = find_account(account_id)
    try:
        return _show_link(request, account, is_new=False)
    except InvalidError as error:
        messages.error(request, error.message)
        return redirect("dashboard:accounts")


@require_POST
@administrator_page
def close(request: HttpRequest, account_id: int) -> HttpResponse:
    try:
        account = close_account(account_id=account_id, closed_by=user_id(request))
    except NotAllowedError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, f"The account of {account.username} is closed.")
    return redirect("dashboard:accounts")


@require_POST
@administrator_page
def reopen(request: HttpRequest, account_id: int) -> HttpResponse:
    account = reopen_account(account_id=account_id)
    messages.success(request, f"{account.username} can sign in again.")
    return redirect("dashboard:accounts")


@require_POST
@administrator_page
def end_second_factor(request: HttpRequest, account_id: int) -> HttpResponse:
    """For somebody who lost their phone and their recovery codes."""
    try:
        account = switch_off_for(account_id=account_id, who=signed_in(request))
    except NotAllowedError as error:
        messages.error(request, error.message)
    else:
        said = f"{account.username} signs in by the password alone until set up anew."
        messages.success(request, said)
    return redirect("dashboard:accounts")


@require_POST
@administrator_page
def test_mail(request: HttpRequest) -> HttpResponse:
    """A mail to oneself, to see whether mail goes out."""
    address = signed_in(request).email
    try:
        send_test_mail(to=address)
    except InvalidError as error:
        messages.error(request, error.message)
    else:
        taken = f"The mail server took a test mail to {address}: look into your inbox."
        messages.success(request, taken)
    return redirect("dashboard:accounts")


def _show_link(request: HttpRequest, account: User, *, is_new: bool) -> HttpResponse:
    link = whole_address(request, "dashboard:set_password", *make_reset_key(account))
    context = {"account": account, "link": link, "is_new": is_new}
    return render(request, "dashboard/accounts/link.html", context)
