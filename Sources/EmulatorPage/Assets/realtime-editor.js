// One value of the Realtime Database as somebody edits it, in the line where it stands.

import { send } from './api.js';
import { fill, h, toast } from './dom.js';

/** The etag of a location without a value. */
const absent = 'null_etag';

const types = ['string', 'number', 'boolean', 'JSON'];

export class RealtimeEditor {
  /**
   * @param {() => string} instance
   * @param {(path: string) => void} changed
   * @param {() => Promise<boolean>} mayLeave asks whether what is typed may be lost
   */
  constructor(instance, changed, mayLeave) {
    this.mayLeave = mayLeave;
    this.isTyped = false;
    this.instance = instance;
    this.changed = changed;
    this.form = null;
  }

  get isBusy() { return this.form !== null && this.form.isConnected; }

  /** What would be lost; null: nothing. */
  get unsaved() { return this.isBusy && this.isTyped ? 'The value that you have typed is not saved.' : null; }

  leave() { this.form = null; }

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
    const problem = h('span.bad', { role: 'status' });
    const save = async () => {
      // What is not shown would be lost.
      if (draft.isCut) return;
      try {
        const path = key ? `${draft.parent === '/' ? '' : draft.parent}/${this.checked(key.value)}` : draft.path;
        await this.put(path, this.read(type.value, value.value), draft);
      } catch (error) { problem.textContent = error.message; }
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
        else if (event.key === 'Enter' && (event.target.tagName === 'INPUT' || event.ctrlKey)) save();
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
    const field = h(type === 'JSON' ? 'textarea' : 'input.mono', { type: type === 'JSON' ? null : 'text', 'aria-label': 'Value', rows: type === 'JSON' ? 4 : null, spellcheck: 'false' });
    field.value = text ?? '';
    return field;
  }

  checked(key) {
    const found = /[.#$[\]/]/.exec(key);
    if (!key) throw new Error('The key is empty.');
    if (found) throw new Error(`A key cannot have ${found[0]}.`);
    return key;
  }

  read(type, text) {
    switch (type) {
      case 'boolean': return text === 'true';
      case 'number': {
        const number = Number(text);
        if (text.trim() === '' || !Number.isFinite(number)) throw new Error('This is no number.');
        return number;
      }
      case 'JSON':
        try { return JSON.parse(text); } catch { throw new Error('This is no JSON.'); }
      default: return text;
    }
  }

  async put(path, value, { etag, priority, parent }) {
    const isLeaf = typeof value !== 'object';
    const whole = priority !== undefined && isLeaf ? { '.value': value, '.priority': priority } : value;
    await send('PUT', 'realtime', { instance: this.instance(), path }, { value: whole, ...(etag ? { etag } : {}) });
    this.form = null;
    toast('Saved; listeners were told');
    this.changed(parent ?? above(path));
  }

  /** What cannot be undone is asked for twice. */
  async remove(button, path, etag) {
    if (!button.dataset.sure) {
      button.dataset.sure = 'yes';
      fill(button, 'Really delete?');
      button.classList.add('bad');
      return;
    }
    try {
      await send('PUT', 'realtime', { instance: this.instance(), path }, { value: null, ...(etag ? { etag } : {}) });
      toast(`${path} is deleted`);
      this.changed(above(path));
    } catch (problem) { toast(problem.message); }
  }
}

const above = (path) => path.split('/').slice(0, -1).join('/') || '/';
