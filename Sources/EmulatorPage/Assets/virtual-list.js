// A list of any length of which only the rows that can be seen exist.

import { h } from './dom.js';

// Browsers draw nothing beyond some tens of millions of pixels. Longer lists have a space of this height: a jump of its
// scroll bar goes in proportion, and every smaller step goes row by row.
const longest = 8_000_000;

export class VirtualList {
  /**
   * `key` is what a row is known by when the list is another one: its element stays, so that a press that began on it ends on it.
   * @param {{header: Element, rowHeight: () => number, length: () => number, make: () => Element, update: Function, label: string,
   *   key: (index: number) => unknown, select: (index: number) => void, open: (index: number) => void}} options
   */
  constructor(options) {
    this.options = options;
    this.space = h('div.space', { role: 'presentation' });
    this.element = h('div.list', { role: 'grid', tabindex: '0', 'aria-label': options.label }, options.header, this.space);
    /** Elements by the index of the row that they show. */
    this.rows = new Map();
    this.spare = [];
    /** While the list is drawn anew: elements by the keys of their rows. */
    this.known = new Map();
    this.selected = -1;
    /** The first pixel of the whole list that is in view, and where the scroll bar was then. */
    this.top = 0;
    this.scrolled = 0;
    this.element.addEventListener('scroll', () => this.follow(), { passive: true });
    this.element.addEventListener('scrollend', () => this.settle(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.space.addEventListener('click', (event) => this.click(event));
    new ResizeObserver(() => this.refresh()).observe(this.element);
  }

  /** What the header covers. */
  get offset() { return this.options.header?.offsetHeight ?? 0; }

  get height() { return this.options.rowHeight() * this.options.length(); }

  get isScaled() { return this.height > longest; }

  /** How far the whole list, and its scroll bar, can be scrolled. */
  get lastTop() { return Math.max(0, this.height + this.offset - this.element.clientHeight); }
  get lastScroll() { return Math.max(0, Math.min(this.height, longest) + this.offset - this.element.clientHeight); }

  /** Indexes of the rows that are drawn. */
  get range() {
    const height = this.options.rowHeight();
    return { first: Math.max(0, Math.floor(this.top / height) - 4), end: Math.min(this.options.length(), Math.ceil((this.top + this.element.clientHeight) / height) + 4) };
  }

  /** All rows may be others. */
  refresh() { this.anew(() => this.follow()); }

  anew(draw) {
    this.known = new Map([...this.rows.values()].map((row) => [row.key, row]));
    this.rows.clear();
    this.space.style.height = `${Math.min(this.height, longest)}px`;
    this.element.setAttribute('aria-rowcount', this.options.length());
    draw();
    for (const row of this.known.values()) this.retire(row);
    this.known.clear();
  }

  /** Rows were put before the first: what somebody looks at stays where it is, unless that is the beginning. */
  inserted(count) {
    if (this.selected >= 0) this.selected += count;
    const isAtTop = this.top < this.options.rowHeight();
    if (isAtTop) this.refresh();
    else this.anew(() => this.scrollTo(this.top + count * this.options.rowHeight()));
  }

  /** Shows the list from a pixel of it on. */
  scrollTo(top) {
    this.top = Math.max(0, Math.min(top, this.lastTop));
    this.scrolled = this.isScaled ? Math.round((this.top / this.lastTop) * this.lastScroll) : this.top;
    this.element.scrollTop = this.scrolled;
    this.scrolled = this.element.scrollTop;
    this.draw();
  }

  /** The scroll bar has moved. */
  follow() {
    const scrolled = this.element.scrollTop;
    if (!this.isScaled) this.top = scrolled;
    else if (scrolled <= 0) this.top = 0;
    else if (scrolled >= this.lastScroll) this.top = this.lastTop;
    else if (Math.abs(scrolled - this.scrolled) > 4 * this.element.clientHeight) this.top = (scrolled / this.lastScroll) * this.lastTop;
    else this.top = Math.max(0, Math.min(this.top + scrolled - this.scrolled, this.lastTop));
    this.scrolled = scrolled;
    this.draw();
  }

  /** Nobody scrolls: the scroll bar is put where the list has come to. */
  settle() {
    if (this.isScaled) this.scrollTo(this.top);
  }

  draw() {
    const height = this.options.rowHeight();
    const { first, end } = this.range;
    for (const [index, row] of this.rows) {
      if (index >= first && index < end) continue;
      this.retire(row);
      this.rows.delete(index);
    }
    for (let index = first; index < end; index += 1) {
      let row = this.rows.get(index);
      if (!row) {
        row = this.elementFor(this.options.key(index));
        this.rows.set(index, row);
        row.dataset.index = index;
        row.setAttribute('aria-rowindex', index + 1);
        this.options.update(row, index);
        if (!row.isConnected) this.space.append(row);
        row.hidden = false;
      }
      row.style.transform = `translateY(${index * height - this.top + this.scrolled}px)`;
      row.setAttribute('aria-selected', index === this.selected);
      row.id = `row-${index}`;
    }
    if (this.rows.has(this.selected)) this.element.setAttribute('aria-activedescendant', `row-${this.selected}`);
    else this.element.removeAttribute('aria-activedescendant');
  }

  elementFor(key) {
    const known = this.known.get(key);
    this.known.delete(key);
    const row = known ?? this.spare.pop() ?? this.options.make();
    row.key = key;
    return row;
  }

  retire(row) {
    row.hidden = true;
    row.removeAttribute('id');
    this.spare.push(row);
  }

  click(event) {
    const row = event.target.closest('[data-index]');
    if (!row) return;
    this.select(Number(row.dataset.index));
    this.options.open(this.selected);
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.options.rowHeight()) - 1);
    const steps = {
      ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) {
      event.preventDefault();
      const last = this.options.length() - 1;
      this.select(Math.max(0, Math.min(last, this.selected + steps[event.key])), true);
      this.options.select(this.selected);
    } else if (event.key === 'Enter' && this.selected >= 0) {
      event.preventDefault();
      this.options.open(this.selected);
    }
  }

  /** @param {boolean} follows whether the row is to be seen afterwards */
  select(index, follows = false) {
    this.selected = index;
    if (follows && index >= 0) this.reveal(index);
    this.draw();
  }

  reveal(index) {
    const height = this.options.rowHeight();
    const top = index * height;
    const view = this.element.clientHeight;
    if (top < this.top) this.scrollTo(top);
    else if (top + height + this.offset > this.top + view) this.scrollTo(top + height + this.offset - view);
  }
}
