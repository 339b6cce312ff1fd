// One value of the Realtime Database as somebody edits it, in the line where it stands.

import { get, send } from './api.js';
import { differencePart } from './difference.js';
import { fill, h, toast } from './dom.js';
import { bytes } from './format.js';
import { readJSON } from './json-text.js';
import { withLineEnds } from './line-ends.js';

/** The etag of a location without a value. */
const absent = 'null_etag';

/** In bytes. */
const longestKey = 768;

const types = ['string', 'number', 'boolean', 'JSON'];

export class RealtimeEditor {
  /**
   * @param {() => string} instance
   * @param {(path: string) => void} changed
   * @param {() => void} draw
   * @param {() => Promise<boolean>} mayLeave asks whether what is typed may be lost
   */
  constructor(instance, changed, draw, mayLeave) {
    this.mayLeave = mayLeave;
    this.isTyped = false;
    this.instance = instance;
    this.changed = changed;
    this.draw = draw;
    this.form = null;
    /** What somebody is asked whether it shall really be deleted: `path` and the `etag` that it had. Null: nothing. */
    this.asked = null;
  }

  get isBusy() { return this.form !== null && this.form.isConnected; }

  /** What would be lost; null: nothing. */
  get unsaved() { return this.isBusy && this.isTyped ? 'The value that you have typed is not saved.' : null; }

  leave() {
    this.form = null;
    this.asked = null;
  }

  edit(row, path, node) {
    const type = node.type === 'absent' ? 'string' : node.type;
    this.show(row, { path, type, text: String(node.value), etag: node.etag, priority: node.priority, isCut: node.isCut });
  }

  /** What is there under the key of a new child is not written over. */
  add(row, parent) { this.show(row, { parent, type: 'string', text: '', etag: absent }); }

  async show(row, draft) {
    if (!(await this.mayLeave())) return;
    this.isTyped = false;
    const key = draft.parent !== undefined && h('input.mono', { type: 'text', 'aria-label': 'Key of the new child', placeholder: 'key', spellcheck: 'false' });
    const type = h('select', { 'aria-label': 'Type of the value', onchange: () => value.replaceWith(value = this.field(type.value, value.value)) }, types.map((name) => h('option', { value: name, selected: name === draft.type }, name)));
    let value = this.field(draft.type, draft.text);
    if (draft.isCut) [type.disabled, value.readOnly] = [true, true];
    const problem = h('div.problem', { role: 'status' });
    const save = async () => {
      // What is not shown would be lost.
      if (draft.isCut) return;
      let mine;
      try {
        const path = key ? `${draft.parent === '/' ? '' : draft.parent}/${this.checked(key.value)}` : draft.path;
        mine = this.read(type.value, value.value, draft.text);
        await this.put(path, mine, draft);
      } catch (error) {
        if (error.current) fill(problem, this.conflict(error.current, mine, draft, { form, save }));
        else fill(problem, h('span.bad', null, error.message));
      }
    };
    const close = async () => {
      if (!(await this.mayLeave())) return;
      this.form = null;
      this.changed(draft.parent ?? draft.path);
      form.remove();
    };
    const form = h('div.node.editing', {
      oninput: () => { this.isTyped = true; },
      onkeydown: (event) => {
        if (event.key === 'Escape') close();
        else if (event.key === 'Enter' && (event.target.tagName === 'INPUT' || event.ctrlKey || event.metaKey)) save();
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    }, key, type, value, !draft.isCut && h('button.button.main', { type: 'button', onclick: save }, 'Save'), h('button.button', { type: 'button', onclick: close }, 'Cancel'),
    draft.isCut && h('span.warn', null, 'Only the beginning is shown: too long to be edited here.'), problem);
    this.form?.remove();
    this.form = form;
    row.after(form);
    (key || value).focus();
  }

  field(type, text) {
    if (type === 'boolean') return h('select.mono', { 'aria-label': 'Value' }, ['true', 'false'].map((word) => h('option', { value: word, selected: word === text }, word)));
    // A line is edited in a line; what has more of them would lose their ends there.
    const isLong = type === 'JSON' || (type === 'string' && (/[\r\n]/.test(text ?? '') || (text ?? '').length > 80));
    const field = h(isLong ? 'textarea' : 'input.mono', { type: isLong ? null : 'text', 'aria-label': 'Value', title: isLong ? 'Ctrl Enter saves' : null, rows: isLong ? 4 : null, spellcheck: 'false' });
    field.value = text ?? '';
    return field;
  }

  checked(key) {
    const found = /[.#$[\]/]/.exec(key);
    if (!key) throw new Error('The key is empty.');
    if (found) throw new Error(`A key cannot have any of . # $ [ ] / (here: ${found[0]} )`);
    if (new TextEncoder().encode(key).length > longestKey) throw new Error(`A key has at most ${longestKey} bytes.`);
    return key;
  }

  /** @param {string} before what the field began with */
  read(type, text, before) {
    switch (type) {
      case 'boolean': return text === 'true';
      case 'number': {
        const number = Number(text);
        if (text.trim() === '' || !Number.isFinite(number)) throw new Error('This is no number.');
        if (/^\s*[+-]?\d+\s*$/.test(text) && BigInt(text.replace('+', '')) !== BigInt(number)) {
          throw new Error(`The database would keep ${BigInt(number)}: it has no integers beyond 53 bits. Write that number, or a string.`);
        }
        return number;
      }
      case 'JSON':
        return readJSON(text);
      default: return withLineEnds(text, before);
    }
  }

  async put(path, value, { etag, priority, parent }) {
    const whole = withPriority(value, priority);
    await send('PUT', 'realtime', { instance: this.instance(), path }, { value: whole, ...(etag ? { etag } : {}) });
    this.form = null;
    toast('Saved; listeners were told');
    this.changed(parent ?? above(path));
  }

  /** Somebody else has written there meanwhile: both values are there to choose from. */
  conflict(theirs, mine, draft, { form, save }) {
    const text = (value) => JSON.stringify(value, null, 2);
    return h('div.conflict', null,
      h('p.note.warn', null, h('b', null, draft.parent === undefined ? 'This value has changed meanwhile; nothing was written. ' : 'There is something under this key already; nothing was written. '), 'From what it is now to yours:'),
      theirs.value === undefined ? h('p.soft', null, `What it is now has ${bytes(theirs.bytes)}: too much to be shown here.`) : differencePart(theirs.value === null ? '' : text(theirs.value), text(withPriority(mine, draft.priority))),
      h('div.tools', null,
        h('button.button', { type: 'button', onclick: () => {
          this.isTyped = false;
          this.form = null;
          form.remove();
          this.changed(draft.parent ?? above(draft.path));
        } }, 'Take what it is now'),
        h('button.button', { type: 'button', onclick: () => {
          draft.etag = theirs.etag;
          save();
        } }, 'Write mine over it')));
  }

  /**
   * What cannot be undone is asked for twice, and is about what was there when it was asked; the question stays while the tree is
   * drawn anew. A double click is one question.
   * @param {string | null} etag of what is shown; null: only its size is shown, so it is asked for
   */
  deletion(path, key, etag) {
    const { asked } = this;
    if (asked?.path === path) {
      // Who presses twice where the first question stood keeps it.
      return [h('button.quiet.bad', { type: 'button', key: 'delete', 'aria-label': `Delete ${key}`, onclick: () => this.remove(asked) }, 'Really delete?'),
        h('button.quiet', { type: 'button', key: 'keep', 'aria-label': `Keep ${key}`, 'data-of': `delete ${path}`, onclick: () => this.ask(null) }, 'Keep')];
    }
    return h('button.quiet', { type: 'button', key: 'ask', 'aria-label': `Delete ${key}`, title: 'Delete', 'data-of': `delete ${path}`, onclick: async (event) => {
      if (event.detail > 1) return;
      try {
        this.ask({ path, etag: etag ?? (await get('realtime', { instance: this.instance(), path, limit: 1 })).etag });
      } catch (problem) { toast(problem.message); }
    } }, '✕');
  }

  ask(question) {
    this.asked = question;
    this.draw();
  }

  async remove({ path, etag }) {
    this.asked = null;
    try {
      await send('PUT', 'realtime', { instance: this.instance(), path }, { value: null, etag });
      toast(`${path} is deleted`);
    } catch (problem) { toast(problem.current ? `${path} has changed meanwhile; nothing was deleted` : problem.message); }
    this.changed(above(path));
  }
}

/** A value as it is written: one without children keeps the priority that it had. */
const withPriority = (value, priority) => (priority !== undefined && typeof value !== 'object' ? { '.value': value, '.priority': priority } : value);

const above = (path) => path.split('/').slice(0, -1).join('/') || '/';
