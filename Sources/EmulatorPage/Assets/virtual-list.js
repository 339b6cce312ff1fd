// A list of any length of which only the rows that can be seen exist.

import { h } from './dom.js';

// Browsers draw nothing beyond some tens of millions of pixels: longer lists are scrolled in larger steps.
const longest = 8_000_000;

export class VirtualList {
  /**
   * @param {{header: Element, rowHeight: () => number, length: () => number, make: () => Element, update: Function, label: string,
   *   select: (index: number) => void, open: (index: number) => void}} options
   */
  constructor(options) {
    this.options = options;
    this.space = h('div.space', { role: 'presentation' });
    this.element = h('div.list', { role: 'grid', tabindex: '0', 'aria-label': options.label }, options.header, this.space);
    /** Elements by the index of the row that they show. */
    this.rows = new Map();
    this.spare = [];
    this.selected = -1;
    this.element.addEventListener('scroll', () => this.draw(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.space.addEventListener('click', (event) => this.click(event));
    new ResizeObserver(() => this.refresh()).observe(this.element);
  }

  /** What the header covers. */
  get offset() { return this.options.header?.offsetHeight ?? 0; }

  get height() { return this.options.rowHeight() * this.options.length(); }

  /** All rows may be others. */
  refresh() {
    for (const row of this.rows.values()) this.retire(row);
    this.rows.clear();
    this.space.style.height = `${Math.min(this.height, longest)}px`;
    this.element.setAttribute('aria-rowcount', this.options.length());
    this.draw();
  }

  /** Rows were put before the first: what somebody looks at stays where it is, unless that is the beginning. */
  inserted(count) {
    if (this.selected >= 0) this.selected += count;
    const isAtTop = this.element.scrollTop < this.options.rowHeight();
    if (!isAtTop) {
      this.space.style.height = `${Math.min(this.height, longest)}px`;
      this.element.scrollTop += count * this.options.rowHeight();
    }
    this.refresh();
  }

  draw() {
    const { rowHeight, length } = this.options;
    const height = rowHeight();
    const view = this.element.clientHeight;
    const scrolled = this.element.scrollTop;
    // Where the first pixel of the view is in the whole list.
    const room = Math.max(1, Math.min(this.height, longest) + this.offset - view);
    const top = this.height <= longest ? scrolled : (scrolled / room) * (this.height + this.offset - view);
    const first = Math.max(0, Math.floor(top / height) - 4);
    const end = Math.min(length(), Math.ceil((top + view) / height) + 4);
    for (const [index, row] of this.rows) {
      if (index >= first && index < end) continue;
      this.retire(row);
      this.rows.delete(index);
    }
    for (let index = first; index < end; index += 1) {
      let row = this.rows.get(index);
      if (!row) {
        row = this.spare.pop() ?? this.options.make();
        this.rows.set(index, row);
        row.dataset.index = index;
        row.setAttribute('aria-rowindex', index + 1);
        this.options.update(row, index);
        if (!row.isConnected) this.space.append(row);
        row.hidden = false;
      }
      row.style.transform = `translateY(${index * height - top + scrolled}px)`;
      row.setAttribute('aria-selected', index === this.selected);
      row.id = `row-${index}`;
    }
    if (this.rows.has(this.selected)) this.element.setAttribute('aria-activedescendant', `row-${this.selected}`);
    else this.element.removeAttribute('aria-activedescendant');
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
    if (this.height > longest) {
      const room = longest + this.offset - this.element.clientHeight;
      this.element.scrollTop = (index * height / (this.height + this.offset - this.element.clientHeight)) * room;
      return;
    }
    const top = index * height;
    const view = this.element.clientHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + height + this.offset > this.element.scrollTop + view) this.element.scrollTop = top + height + this.offset - view;
  }
}
