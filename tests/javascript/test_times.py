def test_a_moment_is_shown_in_the_readers_own_time(workbench):
    moment = '<time datetime="2026-03-01T13:00:00+00:00" data-local-time>UTC</time>'
    workbench.open(moment, "times")
    workbench.run('document.documentElement.lang = "de"')

    workbench.run("times.listenForTimes()")

    hour = workbench.run('String(new Date("2026-03-01T13:00:00Z").getHours())')
    shown = workbench.page.text_content("time")
    assert "März 2026" in shown
    assert f"{hour}:00" in shown
