// A text area for rules with numbered lines, colours, and what is wrong with a line marked at it.

import { h } from './dom.js';
import { redraw } from './redraw.js';
import { highlight } from './rules-text.js';

/** More is typed without colours: each key would be felt. */
const longest = 200_000;

export class CodeEditor {
  /** @param {{label: string, text: string, changed: () => void, save: () => void}} options */
  constructor({ label, text, changed, save }) {
    this.area = h('textarea.editor', {
      'aria-label': label, spellcheck: 'false', wrap: 'off', autocomplete: 'off', oninput: () => { this.draw(); changed(); },
      onscroll: () => this.follow(), onkeydown: (event) => this.key(event, save),
    });
    this.area.value = text;
    this.numbers = h('pre.numbers', { 'aria-hidden': 'true' });
    this.colours = h('pre.colours', { 'aria-hidden': 'true' });
    this.element = h('div.code-editor', null, this.numbers, h('div.text', null, this.colours, this.area));
    /** By the lines that have some, whether one of their findings is an error. */
    this.marks = new Map();
    this.draw();
  }

  get value() { return this.area.value; }

  set value(text) {
    this.area.value = text;
    this.draw();
  }

  /** @param {{line?: number, severity: string}[]} findings */
  mark(findings) {
    this.marks = new Map();
    for (const { line, severity } of findings) if (line) this.marks.set(line, severity === 'error' || this.marks.get(line) === true);
    this.draw();
  }

  draw() {
    const lines = this.area.value.split('\n');
    const style = (number) => (this.marks.has(number) ? (this.marks.get(number) ? '.wrong' : '.doubtful') : '');
    redraw(this.numbers, lines.map((_, index) => h(`span${style(index + 1)}`, null, `${index + 1}\n`)));
    const isPlain = this.area.value.length > longest;
    this.element.classList.toggle('plain', isPlain);
    redraw(this.colours, isPlain ? null : lines.map((line, index) => h(`span${style(index + 1)}`, null, highlight(line), '\n')));
    this.follow();
  }

  follow() {
    const { scrollTop, scrollLeft } = this.area;
    this.numbers.scrollTop = scrollTop;
    this.colours.scrollTop = scrollTop;
    this.colours.scrollLeft = scrollLeft;
  }

  /** The cursor in a line, in the middle of what is seen. */
  goTo(number, { column = 1, selects = false } = {}) {
    const { area } = this;
    const lines = area.value.split('\n');
    const start = lines.slice(0, number - 1).reduce((length, one) => length + one.length + 1, 0);
    const place = start + Math.min(column - 1, (lines[number - 1] ?? '').length);
    area.focus();
    area.setSelectionRange(selects ? start : place, selects ? start + (lines[number - 1] ?? '').length : place);
    area.scrollTop = Math.max(0, (number - 1) * (area.scrollHeight / lines.length) - area.clientHeight / 2);
    this.follow();
  }

  /** Tab goes to the next control, as everywhere; two blanks are typed with Ctrl and ]. */
  key(event, save) {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === 's') save();
    else if (event.key === ']') {
      this.area.setRangeText('  ', this.area.selectionStart, this.area.selectionEnd, 'end');
      this.area.dispatchEvent(new Event('input'));
    } else return;
    event.preventDefault();
  }
}
