"""Questions about an image that is dropped on the page, in a real browser.

    images.py ADDRESS IMAGE QUESTION ANSWER      a server with the model `drawn`; what the command answers
"""
import base64
import os
import sys
import urllib.parse

from harness import check, main, same, test

BASE, IMAGE, QUESTION, ANSWER = sys.argv[1].rstrip("/"), *sys.argv[2:5]


def drop(page, name, data):
    page.js("""const [name, text] = arguments, data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name, { type: "image/png" }));
        document.querySelector(".compose").dispatchEvent(
            new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));""",
            name, base64.b64encode(data).decode())


@test("image: dropped on the page, it is what the question is about, and is answered as the command does")
def dropped(page):
    page.open(f"{BASE}/#/ask?" + urllib.parse.urlencode({"model": "drawn", "q": QUESTION}))
    page.find(".image-choice", "or drop one here")
    with open(IMAGE, "rb") as file:
        drop(page, os.path.basename(IMAGE), file.read())
    page.find(".image-choice", os.path.basename(IMAGE))
    page.find(".viewer .scene [data-object]")
    page.until(lambda: page.find(".result-text").text, ANSWER, "the answer")
    check("png" not in page.address(), f"the image is in the address: {page.address()}")
    objects = len({el.attribute("data-object") for el in page.all(".viewer .scene [data-object]")})
    check(objects > 1, f"{objects} objects were found")


@test("image: its objects are described, and another question is about it as well")
def described(page):
    box = page.find(".viewer .scene [data-object]")
    page.hover(box)
    page.find(".described", f"{int(box.attribute('data-object')) + 1}: ")
    page.find(".sentence").fill("how many red things are there?")
    page.press("enter")
    page.wait(lambda: page.find(".result-text").text.isdigit(), "an answer about it")
    page.find(".image-choice", os.path.basename(IMAGE))


@test("image: what is no image is refused with a reason")
def refused(page):
    drop(page, "no.png", b"no image at all")
    same(page.find(".out .failure").text != "", True, "a reason")
    with open(IMAGE, "rb") as file:
        drop(page, "cut.png", file.read()[:400])
    page.find(".image-choice", "cut.png")
    page.find(".out .failure")


main(BASE)
