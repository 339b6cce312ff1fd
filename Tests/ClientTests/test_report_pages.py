"""The HTML reports of all samples in a browser: what is on them, what can be done with them, how they print."""

import base64
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browser import Browser
from emulator import REPOSITORY, run_firebreak

SAMPLES = ["chat", "hybrid", "pantry", "rtdb-chat", "sync"]


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")

    def render(sample):
        page = folder / f"{sample}.html"
        run = run_firebreak(REPOSITORY / "samples", "run", sample, "-q", "-o", f"html={page}", timeout=900)
        assert run.returncode == 0, run.stderr
        return page

    with ThreadPoolExecutor(2) as renderers:
        return dict(zip(SAMPLES, renderers.map(render, SAMPLES)))


@pytest.fixture(scope="session")
def browser():
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture(params=SAMPLES)
def page(request, pages):
    return pages[request.param]


def test_every_sample_with_workloads_is_looked_at():
    folders = {path.parent.name for path in REPOSITORY.glob("samples/*/*.workload.yaml")}
    assert sorted(folders) == SAMPLES


def test_nothing_is_asked_for_and_nothing_goes_wrong(browser, page):
    browser.errors(), browser.requests()
    browser.open(page)
    assert browser.errors() == []
    assert {url for url in browser.requests() if not url.startswith("data:")} == {page.as_uri()}
    assert browser.run("return performance.getEntriesByType('resource').length") == 0


def test_charts_have_marks_and_words(browser, page):
    browser.open(page)
    charts = browser.run("""
        return [...document.querySelectorAll('svg')].map((svg) => ({
          role: svg.getAttribute('role'), marks: svg.querySelectorAll('.mark').length,
          title: svg.querySelector(':scope > title').textContent, desc: svg.querySelector(':scope > desc').textContent,
          table: svg.closest('figure') === null || svg.closest('figure').querySelectorAll('tbody tr').length > 0,
        }))""")
    assert len(charts) >= 3
    assert [chart for chart in charts if chart["role"] != "img" or not chart["marks"] or not chart["title"] or not chart["desc"]] == []
    assert all(chart["table"] for chart in charts)


def test_headings_go_down_one_by_one(browser, page):
    browser.open(page)
    levels = browser.run("return [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((head) => Number(head.tagName[1]))")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(following <= level + 1 for level, following in zip(levels, levels[1:]))


# What a click on every heading of every table leaves behind: [numeric, direction, the keys of the column in their order].
SORTED = """
    const found = [];
    for (const table of document.querySelectorAll('table')) {
      [...table.tHead.rows[0].cells].forEach((head, column) => {
        const button = head.querySelector('button');
        if (!button) return;
        const before = table.tBodies[0].rows.length;
        for (let click = 0; click < 2; click += 1) {
          button.click();
          const cells = [...table.tBodies[0].rows].map((row) => row.cells[column]);
          found.push([head.classList.contains('num'), head.getAttribute('aria-sort'),
            cells.map((cell) => head.classList.contains('num') ? cell.dataset.v ?? null : cell.textContent.trim().toLowerCase()),
            cells.length === before, table.tHead.querySelectorAll('[aria-sort]').length]);
        }
      });
    }
    return found;"""


def test_a_click_on_a_heading_sorts_the_whole_table(browser, page):
    browser.open(page)
    sorts = browser.run(SORTED)
    assert len(sorts) > 20
    for numeric, direction, keys, complete, marked in sorts:
        assert complete and marked == 1
        known = [key for key in keys if key is not None]
        values = [int(key) if re.fullmatch(r"-?\d+", key) else float(key) for key in known] if numeric else known
        assert values == sorted(values, reverse=direction == "descending")
        # What has no figure is at the end.
        assert keys[: len(known)] == known


def test_headings_sort_by_mouse_and_by_key(browser, pages):
    browser.open(pages["sync"])
    table = next(
        table for table in browser.driver.find_elements(By.CSS_SELECTOR, ".overview table") if table.is_displayed())
    head = table.find_elements(By.CSS_SELECTOR, "thead th")[3]
    button = head.find_element(By.TAG_NAME, "button")

    def values():
        return [float(cell.get_attribute("data-v")) for cell in table.find_elements(By.CSS_SELECTOR, "tbody td:nth-child(4)")]

    button.click()
    assert head.get_attribute("aria-sort") == "descending"
    assert values() == sorted(values(), reverse=True)
    button.send_keys(Keys.ENTER)
    assert head.get_attribute("aria-sort") == "ascending"
    assert values() == sorted(values())
    assert browser.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_the_filter_leaves_rows_with_all_its_words(browser, pages):
    browser.open(pages["sync"])
    field = next(field for field in browser.driver.find_elements(By.CSS_SELECTOR, ".filter input") if field.is_displayed())
    table = browser.driver.find_element(By.ID, field.get_attribute("aria-controls"))
    rows = table.find_elements(By.CSS_SELECTOR, "tbody tr")
    word = rows[-1].text.split()[0].lower()
    matching = [word in row.get_attribute("textContent").lower() for row in rows]
    assert any(matching) and not all(matching)
    field.send_keys(word.upper())
    WebDriverWait(browser.driver, 5).until(lambda _: [row.is_displayed() for row in rows] == matching)
    status = field.find_element(By.XPATH, "following-sibling::*[@role='status']")
    assert status.text == f"{sum(matching)} of {len(rows)}"
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.DELETE)
    WebDriverWait(browser.driver, 5).until(lambda _: all(row.is_displayed() for row in rows))
    assert status.text == ""


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_the_page_is_never_wider_than_its_window(browser, page, width):
    browser.open(page, width=width, height=844)
    for unfold in ["", "document.querySelectorAll('details').forEach((part) => { part.open = true });"]:
        browser.run(unfold)
        assert browser.run("return document.documentElement.scrollWidth") <= width


# Text that stands out too little: [text, ratio].
FAINT = """
    const parts = (color) => (color.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    const light = (color) => {
      const [r, g, b] = parts(color).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = parts(getComputedStyle(at).backgroundColor);
        if (color.length === 3 || color[3] > 0) return getComputedStyle(at).backgroundColor;
      }
      return 'rgb(255,255,255)';
    };
    document.querySelectorAll('details').forEach((part) => { part.open = true });
    const faint = new Map();
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('script,style,title,desc,.unseen')) continue;
      if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
      const style = getComputedStyle(element);
      const inside = element instanceof SVGElement;
      const box = element.closest('.plan') ? element.closest('svg').querySelector('.box') : null;
      const behind = box ? getComputedStyle(box).fill : ground(inside ? element.closest('figure,.plan') : element);
      const [a, b] = [light(inside ? style.fill : style.color), light(behind)].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < 4.5) faint.set(element.className.baseVal ?? element.className ?? element.tagName, [element.textContent.slice(0, 40), ratio]);
    }
    return [...faint];"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_in_both_themes(browser, page, theme):
    browser.open(page, theme=theme)
    assert browser.run(FAINT) == []


def test_the_switch_changes_the_theme(browser, pages):
    ground = "return getComputedStyle(document.body).backgroundColor"
    browser.open(pages["chat"], theme="dark")
    dark = browser.run(ground)
    browser.open(pages["chat"], theme="light")
    light = browser.run(ground)
    assert light != dark
    switch = browser.driver.find_element(By.ID, "theme")
    assert (switch.text, switch.get_attribute("aria-label")) == ("Dark", "Switch to the dark theme")
    switch.click()
    assert browser.run(ground) == dark
    assert switch.text == "Light"
    # Paper stays white.
    browser.command("Emulation.setEmulatedMedia", media="print")
    assert browser.run(ground) == light
    browser.command("Emulation.setEmulatedMedia", media="")
    switch.click()
    assert browser.run(ground) == light


def test_the_first_key_offers_to_skip(browser, pages):
    browser.open(pages["chat"])
    browser.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    focused = browser.driver.switch_to.active_element
    assert focused.text == "Skip to the report"
    assert focused.rect["y"] >= 0
    focused.send_keys(Keys.ENTER)
    assert browser.run("return document.activeElement.id") == "main"


def test_links_to_sources_unfold_them(browser, page):
    browser.open(page)
    links = browser.run("""
        return [...document.querySelectorAll('.place a')].map((link) => link.getAttribute('href'))
          .filter((href) => !document.getElementById(href.slice(1))?.classList.contains('named'))""")
    assert links == []
    target = browser.run("""
        const link = document.querySelector('.place a');
        link.closest('details')?.setAttribute('open', '');
        link.click();
        return link.getAttribute('href').slice(1)""")
    line = browser.driver.find_element(By.ID, target)
    WebDriverWait(browser.driver, 5).until(lambda _: line.is_displayed())


CUT = """
    return [...document.querySelectorAll('main table, main svg, main pre')].filter((part) => {
      const box = part.getBoundingClientRect();
      // The table beside the chart of variants says the same, and many of them fill pages.
      const isSpared = part.closest('.overview ~ .report [id$="-compare-figure"]') !== null;
      const isFolded = isSpared || part.closest('details:not([open])') !== null;
      return (box.height === 0) !== isFolded || box.right > innerWidth + 1;
    }).map((part) => part.id || part.outerHTML.slice(0, 90));"""


@pytest.mark.parametrize("unfold", ["", "document.querySelectorAll('details').forEach((part) => { part.open = true });"])
def test_paper_has_what_is_unfolded_and_no_controls(browser, page, unfold):
    # As wide as the text of a sheet of A4.
    browser.open(page, width=688, height=971, media="print")
    browser.run(unfold)
    assert browser.run(
        "return [...document.querySelectorAll('.top, nav, .filter, .skip')].filter((part) => part.getClientRects().length).length"
    ) == 0
    assert browser.run(CUT) == []


def test_the_page_of_many_workloads_can_be_sent_and_printed(browser, pages):
    assert pages["sync"].stat().st_size < 800_000
    browser.open(pages["sync"])
    pdf = base64.b64decode(browser.pdf())
    assert 2 < pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") <= 20
    browser.command("Emulation.setEmulatedMedia", media="print")
    paper = browser.run("return [...document.querySelectorAll('.on-paper')].map((line) => line.getClientRects().length)")
    browser.command("Emulation.setEmulatedMedia", media="")
    assert paper == [1]


def test_every_code_leads_to_what_it_means(browser, page):
    browser.open(page)
    links = browser.run("return [...document.querySelectorAll('a.code')].map((link) => link.getAttribute('href').slice(1))")
    meanings = browser.run("return [...document.querySelectorAll('.codes .meaning > div')].map((text) => text.id)")
    assert sorted(set(links)) == meanings
    if links:
        browser.run(f"location.hash = '{links[0]}'")
        text = browser.driver.find_element(By.ID, links[0])
        WebDriverWait(browser.driver, 5).until(lambda _: text.is_displayed())


def test_a_page_prints(browser, pages):
    browser.open(pages["hybrid"])
    before = browser.run("return document.querySelectorAll('details[open]').length")
    pdf = base64.b64decode(browser.pdf())
    assert pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") > 2
    WebDriverWait(browser.driver, 5).until(
        lambda _: browser.run("return document.querySelectorAll('details[open]').length") == before)


def test_without_scripts_everything_can_be_read(browser, page):
    browser.open(page, scripts=False)
    assert browser.run("return document.querySelectorAll('button:not([hidden]), input').length") == 0
    assert browser.run("return document.querySelectorAll('thead th').length") > 10
    summary = browser.driver.find_element(By.CSS_SELECTOR, "figure.chart details summary")
    summary.click()
    assert summary.find_element(By.XPATH, "..//table").is_displayed()


def test_rows_are_cards_on_a_phone(browser, page):
    browser.open(page, width=390, height=844)
    browser.run("document.querySelectorAll('details').forEach((part) => { part.open = true });")
    wide = browser.run("""
        return [...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth + 1)
          .map((box) => box.querySelector('caption').textContent)""")
    assert wide == []
    labelled = browser.run("return [...document.querySelectorAll('tbody td[data-l]')].length")
    assert labelled > 5
    browser.open(page, width=1280)
    assert browser.run("return document.querySelectorAll('table.cards').length") == 0


def test_several_workloads_begin_with_how_they_ended_and_the_dearest(browser, pages):
    browser.open(pages["sync"])
    lines = browser.run("return [...document.querySelectorAll('.overview .story p')].map((line) => line.textContent)")
    assert lines[0] == "All 16 pass."
    first = browser.run("return document.querySelector('#workloads tbody th').textContent.trim()")
    assert lines[1].startswith(f"{first} costs $") and any(line.startswith("after shows as much") for line in lines)
    bills = browser.run("return [...document.querySelectorAll('#workloads tbody tr')].map((row) => Number(row.cells[4].dataset.v))")
    assert bills == sorted(bills, reverse=True)
