// The fields of a document as a form: name, type and value of each; maps and arrays have theirs below them.

import { fill, h } from './dom.js';
import { counted } from './format.js';
import { draftOf, initial, read, typeOf, types } from './values.js';

export class FieldTable {
  /** @param {() => void} changed is told of the first change and of every other */
  constructor(fields, page, changed) {
    this.page = page;
    this.changed = changed;
    this.root = { type: 'map', entries: entriesOf({ mapValue: { fields } }, page) };
    /** Not null while the fields are edited as text. */
    this.text = null;
    this.element = h('div.fields', null);
    this.draw();
  }

  draw() {
    this.text = null;
    fill(this.element, this.list(this.root));
  }

  list(node) {
    const isArray = node.type === 'array';
    return h(`ul.field-list${node === this.root ? '.outer' : ''}`, null,
      node.entries.map((entry, index) => this.line(node, entry, index)),
      h('li', null, h('button.quiet.add', { type: 'button', onclick: () => this.add(node) }, isArray ? '+ element' : '+ field')));
  }

  line(node, entry, index) {
    const isArray = node.type === 'array';
    const name = isArray
      ? h('span.soft.place', null, index)
      : h('input.name', { type: 'text', value: entry.name, 'aria-label': 'Name of the field', spellcheck: 'false', oninput: (event) => { entry.name = event.target.value; this.changed(); } });
    const label = isArray ? `Element ${index}` : entry.name || 'the field';
    const type = h('select.type', { 'aria-label': `Type of ${label}`, onchange: () => this.retype(entry, type.value) },
      types.map((known) => h('option', { value: known, selected: known === entry.type }, known)));
    return h(isArray ? 'li.element' : 'li', null, h('div.field', null, name, type, this.value(entry, label),
      h('button.quiet', { type: 'button', 'aria-label': `Remove ${label}`, title: 'Remove', onclick: () => { node.entries.splice(index, 1); this.changed(); this.draw(); } }, '✕')),
      entry.entries && this.list(entry));
  }

  value(entry, label) {
    if (entry.entries) return h('span.soft.value', null, counted(entry.entries.length, entry.type === 'array' ? 'element' : 'field'));
    if (entry.type === 'null') return h('span.soft.value', null, 'null');
    const change = (event) => { entry.draft = event.target.value; this.changed(); };
    if (entry.type === 'boolean') {
      return h('select.value', { 'aria-label': `Value of ${label}`, onchange: change }, ['false', 'true'].map((word) => h('option', { value: word, selected: word === entry.draft }, word)));
    }
    if (entry.type === 'string' && (entry.draft.length > 50 || entry.draft.includes('\n'))) {
      const area = h('textarea.value', { 'aria-label': `Value of ${label}`, rows: Math.min(8, entry.draft.split('\n').length + 1), oninput: change });
      area.value = entry.draft;
      return area;
    }
    return h('input.value', { type: 'text', 'aria-label': `Value of ${label}`, value: entry.draft, spellcheck: 'false', oninput: change });
  }

  add(node) {
    node.entries.push({ name: '', type: 'string', draft: '' });
    this.changed();
    this.draw();
    const names = this.element.querySelectorAll('input.name');
    names[names.length - 1]?.focus();
  }

  retype(entry, type) {
    const before = entry.draft;
    Object.assign(entry, { entries: undefined, draft: undefined }, entryOf(entry.name, initial(type), this.page));
    // What was typed stays where it still can be what it says.
    if (before !== undefined && entry.draft !== undefined) {
      try {
        read(type, before, this.page);
        if (type !== 'null') entry.draft = before;
      } catch { /* The initial value it is. */ }
    }
    this.changed();
    this.draw();
  }

  asJSON() {
    if (this.text) return this.draw();
    const fields = this.read();
    this.text = h('textarea.editor', { 'aria-label': 'Fields as JSON', spellcheck: 'false', rows: 20, oninput: () => this.changed() });
    this.text.value = JSON.stringify(fields, null, 2);
    fill(this.element, this.text);
    return this.text.focus();
  }

  /** The fields as the emulator reads them. */
  read() {
    if (this.text) return JSON.parse(this.text.value);
    return this.valueOf(this.root, '').mapValue.fields;
  }

  valueOf(entry, path) {
    if (entry.type === 'array') return { arrayValue: { values: entry.entries.map((part, index) => this.valueOf(part, `${path}[${index}]`)) } };
    if (entry.type === 'map') {
      const fields = {};
      for (const part of entry.entries) {
        if (part.name === '') throw new Error('A field has no name.');
        if (Object.hasOwn(fields, part.name)) throw new Error(`There are two fields ${part.name}.`);
        fields[part.name] = this.valueOf(part, path ? `${path}.${part.name}` : part.name);
      }
      return { mapValue: { fields } };
    }
    try {
      return read(entry.type, entry.draft ?? '', this.page);
    } catch (problem) {
      throw new Error(`${path}: expected ${problem.message}.`);
    }
  }
}

function entryOf(name, value, page) {
  const type = typeOf(value);
  if (type === 'map' || type === 'array') return { name, type, entries: entriesOf(value, page) };
  return { name, type, draft: draftOf(value, page) };
}

function entriesOf(value, page) {
  if (value.arrayValue) return (value.arrayValue.values ?? []).map((part) => entryOf('', part, page));
  return Object.entries(value.mapValue.fields ?? {}).map(([name, part]) => entryOf(name, part, page));
}
