// A form for queries, beside their text: what is changed in one of them changes the other.

import { get } from './api.js';
import { fill, h } from './dom.js';

const operators = ['==', '!=', '<', '<=', '>', '>=', 'array-contains', 'array-contains-any', 'in', 'not-in'];

const empty = () => ({ collection: '', isGroup: false, conditions: [], orders: [], limit: '' });

// MARK: From a text

const tokens = /\w*"(?:[^"\\]|\\.)*"|[[\](){},]|[^\s"[\](){},]+/g;

/** A text in its parts; what stands in brackets is one of them, with its blanks. */
function partsOf(text) {
  const parts = [];
  let [depth, start] = [0, 0];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (/^[[({]$/.test(token)) {
      if (depth === 0) start = index;
      depth += 1;
    } else if (/^[\])}]$/.test(token)) {
      depth -= 1;
      if (depth === 0) parts.push(text.slice(start, index + 1));
    } else if (depth === 0) parts.push(token);
  }
  return depth === 0 ? parts : null;
}

/** What the form shows of a query; null: it has more than the form can show, or cannot be read yet. */
export function formOf(text) {
  const parts = partsOf(text.trim());
  if (parts === null) return null;
  const state = empty();
  if (!parts.length) return state;
  const next = () => parts.shift();
  const take = (word) => parts[0] === word && next() !== undefined;
  state.isGroup = take('group');
  state.collection = next() ?? '';
  if (!/^[^"[({]/.test(state.collection)) return null;
  if (take('where')) {
    do {
      const [path, operator, value] = [next(), next(), next()];
      if (!operators.includes(operator) || value === undefined || path.startsWith('(')) return null;
      state.conditions.push({ path, operator, value });
    } while (take('and'));
  }
  if (take('orderBy')) {
    do {
      const path = next();
      if (path === undefined) return null;
      const isDescending = take('desc');
      if (!isDescending) take('asc');
      state.orders.push({ path, direction: isDescending ? 'desc' : 'asc' });
    } while (take(','));
  }
  if (take('limit')) {
    state.limit = next() ?? '';
    if (!/^\d+$/.test(state.limit)) return null;
  }
  return parts.length ? null : state;
}

// MARK: To a text

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** What is no number, time, list, word of its own or text in quotes yet is taken for a text. */
function operand(value, operator) {
  const text = value.trim();
  if (/^-?\d+(\.\d+)?$/.test(text) || ['true', 'false', 'null'].includes(text) || /^([[{]|\w*")/.test(text)) return text;
  if (time.test(text)) return `ts"${text}"`;
  if (['in', 'not-in', 'array-contains-any'].includes(operator)) return `[${text.split(',').map((part) => operand(part, '==')).join(', ')}]`;
  return JSON.stringify(text);
}

function textOf(state) {
  if (!state.collection) return '';
  const conditions = state.conditions.filter(({ path, value }) => path && value.trim() !== '');
  const orders = state.orders.filter(({ path }) => path);
  const clauses = [state.isGroup ? `group ${state.collection}` : state.collection];
  if (conditions.length) clauses.push(`where ${conditions.map(({ path, operator, value }) => `${path} ${operator} ${operand(value, operator)}`).join(' and ')}`);
  if (orders.length) clauses.push(`orderBy ${orders.map(({ path, direction }) => (direction === 'desc' ? `${path} desc` : path)).join(', ')}`);
  if (/^\d+$/.test(state.limit)) clauses.push(`limit ${state.limit}`);
  return clauses.join(' ');
}

// MARK: The form

export class QueryForm {
  /** @param {(text: string) => void} changed learns of the query that the form says */
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    this.state = empty();
    this.body = h('div', null);
    this.collections = h('datalist', { id: 'known-collections' });
    this.fields = h('datalist', { id: 'known-fields' });
    const isOpen = page.kept.isFormOpen === true;
    this.element = h('details.builder', { open: isOpen, ontoggle: () => {
      page.kept.isFormOpen = this.element.open;
      if (this.element.open) this.suggest();
    } }, h('summary', null, 'Build with a form'), this.body, this.collections, this.fields);
    this.draw();
  }

  /** Shows a query that was typed. */
  show(text) {
    const state = formOf(text);
    if (state && this.state && textOf(state) === textOf(this.state)) return;
    this.state = state;
    this.draw();
    if (this.element.open) this.suggest();
  }

  write() {
    const text = textOf(this.state);
    if (text) this.changed(text);
  }

  draw() {
    const { state } = this;
    if (!state) {
      fill(this.body, h('p.soft.after', null, 'This query has more than the form can show, or cannot be read yet. Change its text, and the form follows.'));
      return;
    }
    const typed = (object, key, change = (text) => text.trim()) => (event) => {
      object[key] = change(event.target.value);
      this.write();
    };
    const remove = (list, index, label) => h('button.quiet', { type: 'button', 'aria-label': label, onclick: () => {
      list.splice(index, 1);
      this.draw();
      this.write();
    } }, '✕');
    const add = (list, one, text) => h('button.button', { type: 'button', onclick: () => {
      list.push(one());
      this.draw();
      [...this.body.querySelectorAll('.line-of-query')].at(list === state.orders ? -1 : state.conditions.length - 1)?.querySelector('input').focus();
    } }, text);
    const choice = (names, label, chosen, change) => h('select', { 'aria-label': label, onchange: change }, names.map(([value, name]) => h('option', { value, selected: value === chosen }, name)));
    const group = h('input', { type: 'checkbox', onchange: () => {
      state.isGroup = group.checked;
      this.write();
    } });
    group.checked = state.isGroup;
    fill(this.body,
      h('div.tools', null,
        h('label', null, h('span.soft', null, 'Collection '), h('input', { type: 'text', spellcheck: 'false', list: 'known-collections', value: state.collection, oninput: typed(state, 'collection'), onchange: () => this.suggest() })),
        h('label', null, group, h('span.soft', null, ' all of this name')),
        h('label', null, h('span.soft', null, 'Limit '), h('input', { type: 'text', spellcheck: 'false', inputmode: 'numeric', class: 'short', value: state.limit, oninput: typed(state, 'limit') })),
        add(state.conditions, () => ({ path: '', operator: '==', value: '' }), '+ condition'), add(state.orders, () => ({ path: '', direction: 'asc' }), '+ order')),
      state.conditions.map((condition, index) => h('div.tools.line-of-query', null,
        h('input', { type: 'text', placeholder: 'field', 'aria-label': 'Field', list: 'known-fields', value: condition.path, spellcheck: 'false', oninput: typed(condition, 'path') }),
        choice(operators.map((name) => [name, name]), 'Operator', condition.operator, typed(condition, 'operator')),
        h('input', { type: 'text', placeholder: 'text, 5, true, 2026-01-31T12:00:00Z', 'aria-label': 'Value', value: condition.value, spellcheck: 'false', oninput: typed(condition, 'value', (text) => text) }),
        remove(state.conditions, index, 'Remove the condition'))),
      state.orders.map((order, index) => h('div.tools.line-of-query', null, h('span.soft', null, index ? 'then by' : 'order by'),
        h('input', { type: 'text', placeholder: 'field', 'aria-label': 'Order by', list: 'known-fields', value: order.path, spellcheck: 'false', oninput: typed(order, 'path') }),
        choice([['asc', 'ascending'], ['desc', 'descending']], 'Direction', order.direction, typed(order, 'direction')),
        remove(state.orders, index, 'Remove the order'))));
  }

  /** The names of collections and fields that there are. */
  async suggest() {
    const { database } = this.page;
    const names = (list) => list.map((value) => h('option', { value }));
    try {
      const { collections } = await get('collections', { database });
      fill(this.collections, names(collections.map(({ id }) => id)));
      if (!this.state?.collection || this.state.isGroup) return;
      const { rows } = await get('documents', { database, collection: this.state.collection, limit: 20 });
      fill(this.fields, names([...new Set(rows.flatMap(({ fields }) => Object.keys(fields ?? {})))].sort()));
    } catch { /* What is typed may name nothing yet. */ }
  }
}
