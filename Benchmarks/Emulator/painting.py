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


def until(browser, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not browser.run(condition):
        if time.monotonic() > deadline:
            raise TimeoutError(condition)
        time.sleep(0.002)


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
            until(browser, "return document.querySelector('.row') !== null")
            rows.append((time.monotonic() - begun) * 1000)
            paints.append(browser.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        note("first paint of the page", f"{statistics.median(paints):.0f} ms",
             f"{LOADS} loads with {REQUESTS:,} requests kept, {min(paints):.0f} to {max(paints):.0f} ms")
        until(browser, "return document.querySelector('.state').textContent.startsWith('10,000 requests')")
        tell_frames(note, f"scrolling {REQUESTS:,} requests", browser.driver.execute_async_script(SCROLL, ".list", 700, 300))
        browser.run("location.hash = '#/data'")
        # The documents are those of a project of their own.
        until(browser, "return document.querySelector('select[aria-label=Database]') !== null")
        browser.run("""
            const choice = document.querySelector('select[aria-label=Database]');
            choice.value = arguments[0];
            choice.dispatchEvent(new Event('change'));""", prepared.DATABASE)
        until(browser, "return document.querySelector('.document-row .c0')?.textContent === 'd00000000'")
        tell_frames(note, f"scrolling {options.documents:,} documents", browser.driver.execute_async_script(SCROLL, ".data .list", 300, 300))
        note("  a jump into their middle", f"{browser.driver.execute_async_script(JUMP):.0f} ms", "until all rows in view are there")
    finally:
        browser.close()
