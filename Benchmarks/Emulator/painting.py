"""What somebody waits for who looks at the page: its first paint, and its frames while they scroll, in Chromium without a
window and without a graphics card."""

import shutil
import statistics
import time

import prepared

REQUESTS = 10_000
LOADS = 9

# Frames of the browser while a list is scrolled as a wheel does it.
SCROLL = """
    const [selector, pixels, frames] = arguments;
    const done = arguments[3];
    const list = document.querySelector(selector);
    const times = [];
    let last = 0;
    const step = (now) => {
      if (last) times.push(now - last);
      last = now;
      list.scrollTop += pixels;
      if (times.length < frames) requestAnimationFrame(step);
      else done(times);
    };
    requestAnimationFrame(step);"""

# Milliseconds until what is in view after a jump is there.
JUMP = """
    const done = arguments[0];
    const list = document.querySelector('.data .list');
    const begun = performance.now();
    list.scrollTop = list.scrollHeight / 2;
    const look = () => {
      const rows = [...list.querySelectorAll('.row:not([hidden])')];
      if (rows.length && Number(rows[0].dataset.index) > 1000 && rows.every((row) => row.firstChild.textContent !== '…')) done(performance.now() - begun);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);"""


def missing():
    """What there is no measurement without; nothing where it is there."""
    if shutil.which("chromedriver") is None:
        return "chromedriver: `make chromium`"
    return None


def tell_frames(note, name, times):
    times = sorted(times)
    note(name, f"{statistics.median(times):.1f} ms a frame",
         f"p99 {times[int(len(times) * 0.99)]:.1f} ms, longest {times[-1]:.1f} ms, of {len(times)}")


def measure_painting(served, options, load, call, note):
    if missing():
        return note("the page in a browser", "not measured", missing())
    from browser import Browser

    load(served, 0, options.documents)
    for number in range(REQUESTS):
        call(prepared.get("items", number % 1000))
    browser = Browser()
    try:
        paints, rows = [], []
        for _ in range(LOADS):
            browser.open(f"http://{served.page}/")
            begun = time.monotonic()
            while not browser.run("return document.querySelectorAll('.row').length"):
                time.sleep(0.002)
            rows.append((time.monotonic() - begun) * 1000)
            paints.append(browser.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        note("first paint of the page", f"{statistics.median(paints):.0f} ms",
             f"{LOADS} loads with {REQUESTS:,} requests kept, {min(paints):.0f} to {max(paints):.0f} ms")
        while "10,000 requests" not in browser.run("return document.querySelector('.state').textContent"):
            time.sleep(0.05)
        tell_frames(note, f"scrolling {REQUESTS:,} requests", browser.driver.execute_async_script(SCROLL, ".list", 700, 300))
        browser.run("location.hash = '#/data/items'")
        while not browser.run("return document.querySelectorAll('.document-row .c0').length"):
            time.sleep(0.01)
        tell_frames(note, f"scrolling {options.documents:,} documents", browser.driver.execute_async_script(SCROLL, ".data .list", 300, 300))
        note("  a jump into their middle", f"{browser.driver.execute_async_script(JUMP):.0f} ms", "until all rows in view are there")
    finally:
        browser.close()
