"""Tests in a browser, one after the other. Prints `ok NAME` or `not ok NAME: why`, as the other tests do.

    @test("what holds")
    def holds(page): ...

    main(BASE)
"""
import sys

from driver import Browser, Ended, Wrong

TESTS = []


def test(name):
    return lambda run: TESTS.append((name, run)) or run


def check(so, why):
    if not so:
        raise Wrong(why)


def same(found, wanted, what):
    check(found == wanted, f"{what}: {found!r}, not {wanted!r}")


def complaints(page):
    """What the console says, but for what was refused, or given up for something newer, or has to wait, as it should."""
    fine = ("status of 422", "status of 409", "status of 503") # 503: it is tried again
    return [entry["message"] for entry in page.log("browser")
            if entry["level"] == "SEVERE" and not any(text in entry["message"] for text in fine)]


def run_one(page, name, run):
    try:
        run(page)
        errors = complaints(page)
        check(not errors, f"the console says: {errors[:1]}")
        return f"ok {name}"
    except Wrong as error:
        complaints(page)
        return f"not ok {name}: {error}"


def run_all(base):
    """A line for each test."""
    subject = TESTS[0][0].split(":")[0]
    with Browser() as page:
        lines = [run_one(page, name, run) for name, run in TESTS]
        ours = (base + "/", "file://", "data:", "blob:", "about:", "chrome:")
        strangers = [address for address in page.requests() if not address.startswith(ours)]
        return lines + [f"not ok {subject}: a request leaves the server: {strangers[:3]}" if strangers
                        else f"ok {subject}: no request leaves the server"]


def main(base):
    """Where the browser itself ends, which says nothing about the page, all of it is done once more."""
    try:
        lines = run_all(base)
    except Ended as error:
        print(f"the browser ended, and is started again: {error}", file=sys.stderr)
        lines = run_all(base)
    print("\n".join(lines))
