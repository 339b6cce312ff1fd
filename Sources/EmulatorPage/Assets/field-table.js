// The fields of a document as a form: name, type and value of each; maps and arrays have theirs below them.

import { fill, h } from './dom.js';
import { counted } from './format.js';
import { withLineEnds } from './line-ends.js';
import { readFields, writeFields } from './fields-text.js';
import { draftOf, initial, nameText, read, typeOf, types } from './values.js';

/** Of more fields than these one is looked for by its name. */
const mostUnsought = 30;

export class FieldTable {
  /** @param {() => void} changed is told of every change */
  constructor(fields, page, changed) {
    this.page = page;
    this.changed = changed;
    this.root = rootOf(fields, page);
    /** Not null while the fields are edited as text. */
    this.text = null;
    this.element = h('div.fields', null);
    this.draw();
  }

  draw() {
    this.text = null;
    const list = this.list(this.root);
    fill(this.element, this.root.entries.length > mostUnsought && search(list), list);
  }

  list(node) {
    const isArray = node.type === 'array';
    return h(`ul.field-list${node === this.root ? '.outer' : ''}`, null,
      node.entries.map((entry, index) => this.line(node, entry, index)),
      h('li', null, h('button.quiet.add', { type: 'button', onclick: () => this.add(node) }, isArray ? '+ element' : '+ field')));
  }

  line(node, entry, index) {
    const isArray = node.type === 'array';
    const exact = h('code.soft.exact', null);
    const showExact = () => { exact.textContent = isArray || nameText(entry.name) === entry.name ? '' : nameText(entry.name); };
    const name = isArray
      ? h('span.soft.place', null, index)
      : h('input.name', { type: 'text', value: entry.name, title: entry.name, 'aria-label': 'Name of the field', spellcheck: 'false', oninput: (event) => { entry.name = event.target.value; showExact(); this.changed(); } });
    const label = isArray ? `Element ${index}` : entry.name || 'the field';
    const type = h('select.type', { 'aria-label': `Type of ${label}`, onchange: () => this.retype(entry, type.value) },
      types.map((known) => h('option', { value: known, selected: known === entry.type }, known)));
    showExact();
    entry.select = type;
    const inner = entry.entries && this.list(entry);
    if (inner) inner.hidden = entry.isFolded === true;
    return h(isArray ? 'li.element' : 'li', { 'data-name': entry.name }, h(entry.entries ? 'div.field.inner' : 'div.field', null, name, type, this.value(entry, label, inner),
      h('button.quiet', { type: 'button', 'aria-label': `Remove ${label}`, title: 'Remove', onclick: () => { node.entries.splice(index, 1); this.changed(); this.draw(); } }, '✕')),
      exact, inner);
  }

  /** The control of a value, which knows where its entry is. */
  value(entry, label, inner) {
    const control = entry.entries ? this.fold(entry, label, inner) : this.control(entry, label);
    entry.control = control;
    control.addEventListener('input', () => control.removeAttribute('aria-invalid'));
    return control;
  }

  /** What is inside can be put away. */
  fold(entry, label, inner) {
    const text = counted(entry.entries.length, entry.type === 'array' ? 'element' : 'field');
    const button = h('button.quiet.value.fold', { type: 'button', 'aria-expanded': String(!entry.isFolded), 'aria-label': `${text} of ${label}`, onclick: () => {
      entry.isFolded = !entry.isFolded;
      inner.hidden = entry.isFolded;
      button.setAttribute('aria-expanded', String(!entry.isFolded));
    } }, text);
    return button;
  }

  control(entry, label) {
    if (entry.type === 'null') return h('span.soft.value', null, 'null');
    const change = (event) => { entry.draft = event.target.value; this.changed(); };
    if (entry.type === 'boolean') {
      return h('select.value', { 'aria-label': `Value of ${label}`, onchange: change }, ['false', 'true'].map((word) => h('option', { value: word, selected: word === entry.draft }, word)));
    }
    if (entry.type === 'string' && (entry.draft.length > 50 || /[\r\n]/.test(entry.draft))) {
      const begin = entry.draft;
      const area = h('textarea.value', { 'aria-label': `Value of ${label}`, spellcheck: 'false', rows: Math.min(8, entry.draft.split('\n').length + 1), oninput: (event) => { entry.draft = withLineEnds(event.target.value, begin); this.changed(); } });
      area.value = entry.draft;
      return area;
    }
    return h('input.value', { type: 'text', 'aria-label': `Value of ${label}`, value: entry.draft, title: entry.draft.length > 24 ? entry.draft : null, spellcheck: 'false', oninput: change });
  }

  add(node) {
    const entry = { name: '', type: 'string', draft: '' };
    node.entries.push(entry);
    this.changed();
    this.draw();
    const lists = [...this.element.querySelectorAll('.field-list')];
    const place = this.listsInOrder(this.root).indexOf(node);
    const line = lists[place].children[node.entries.length - 1];
    line.querySelector('input.name, input.value')?.focus();
  }

  /** Maps and arrays as their lists stand in the page. */
  listsInOrder(node) { return [node, ...node.entries.filter((entry) => entry.entries).flatMap((entry) => this.listsInOrder(entry))]; }

  /** What was there comes back with its type. */
  retype(entry, type) {
    const { type: before, entries, draft, value, first } = entry;
    entry.past = (entry.past ?? new Map()).set(before, { entries, draft, value, first });
    const known = entry.past.get(type);
    if (known) Object.assign(entry, { type }, known);
    else {
      Object.assign(entry, { entries: undefined, draft: undefined, value: undefined, first: undefined }, entryOf(entry.name, initial(type), this.page));
      // What was typed stays where it still can be what it says.
      if (draft !== undefined && entry.draft !== undefined && before !== 'null' && type !== 'null') {
        try {
          read(type, draft, this.page);
          entry.draft = draft;
        } catch { /* The initial value it is. */ }
      }
    }
    this.changed();
    this.draw();
    entry.select.focus();
  }

  get isText() { return this.text !== null; }

  /**
   * From the form to JSON and back, with what is typed.
   * @throws {Error} what is typed cannot be read: it stays as it is
   */
  toggle() {
    if (this.text) {
      this.root = rootOf(readFields(this.text.value), this.page);
      this.draw();
      return;
    }
    const text = writeFields(this.read());
    this.text = h('textarea.editor', { 'aria-label': 'Fields as JSON', spellcheck: 'false', rows: 20, oninput: () => this.changed() });
    this.text.value = text;
    fill(this.element, this.text);
    this.text.focus();
    this.text.setSelectionRange(0, 0);
  }

  /**
   * The fields as the emulator reads them.
   * @throws {Error} says what is wrong with them
   */
  read() {
    if (this.text) return readFields(this.text.value);
    const wrong = this.leaves(this.root).filter((entry) => !this.isReadable(entry));
    for (const { control } of wrong) control?.setAttribute('aria-invalid', 'true');
    return this.valueOf(this.root, '').mapValue.fields;
  }

  /** To the first value that could not be read. */
  showWrong() { this.element.querySelector('[aria-invalid="true"]')?.focus(); }

  leaves(entry) { return entry.entries ? entry.entries.flatMap((part) => this.leaves(part)) : [entry]; }

  isReadable(entry) {
    try {
      this.valueOf(entry, '');
      return true;
    } catch { return false; }
  }

  valueOf(entry, path) {
    // As the emulator writes it, so that what is the same looks the same.
    if (entry !== this.root && entry.entries?.length === 0) return entry.type === 'array' ? { arrayValue: {} } : { mapValue: {} };
    if (entry.type === 'array') return { arrayValue: { values: entry.entries.map((part, index) => this.valueOf(part, `${path}[${index}]`)) } };
    if (entry.type === 'map') {
      const known = new Set();
      const fields = entry.entries.map((part) => {
        if (part.name === '') throw new Error(path ? `A field of ${path} has no name.` : 'A field has no name.');
        if (known.has(part.name)) throw new Error(`There are two fields ${part.name}.`);
        known.add(part.name);
        return [part.name, this.valueOf(part, path ? `${path}.${part.name}` : part.name)];
      });
      // Whatever the names are: `__proto__` is one like any other.
      return { mapValue: { fields: Object.fromEntries(fields) } };
    }
    // What nobody has touched is what it was, to the last digit.
    if (entry.value !== undefined && entry.draft === entry.first) return entry.value;
    try {
      return read(entry.type, entry.draft ?? '', this.page);
    } catch (problem) {
      throw new Error(`${path}: expected ${problem.message}.`);
    }
  }
}

function search(list) {
  const field = h('input.find-field', { type: 'search', 'aria-label': 'Find a field', placeholder: 'find a field', spellcheck: 'false', oninput: () => {
    const wanted = field.value.toLowerCase();
    for (const line of list.children) line.hidden = line.dataset.name !== undefined && !line.dataset.name.toLowerCase().includes(wanted);
  } });
  return field;
}

const rootOf = (fields, page) => ({ type: 'map', entries: entriesOf({ mapValue: { fields } }, page) });

function entryOf(name, value, page) {
  const type = typeOf(value);
  if (type === 'map' || type === 'array') return { name, type, entries: entriesOf(value, page) };
  const draft = draftOf(value, page);
  // A double that JSON would change on its way is written so that it does not.
  const kept = type === 'number' || type === 'geopoint' || type === 'vector' ? read(type, draft, page) : value;
  return { name, type, draft, first: draft, value: kept };
}

function entriesOf(value, page) {
  if (value.arrayValue) return (value.arrayValue.values ?? []).map((part) => entryOf('', part, page));
  return Object.entries(value.mapValue.fields ?? {}).map(([name, part]) => entryOf(name, part, page));
}
