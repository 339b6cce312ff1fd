// One document: its fields with their types, and how they are edited, as a form or as JSON.

import { get, send } from './api.js';
import { count } from './format.js';
import { fill, h, toast } from './dom.js';
import { redraw } from './redraw.js';
import { FieldTable } from './field-table.js';
import { merge } from './merge.js';
import { stacked } from './tables.js';
import { nameText, textOf } from './values.js';

export class DocumentPanel {
  /** @param {{changed: () => void, closed: () => void}} owner */
  constructor(page, owner) {
    this.page = page;
    this.owner = owner;
    this.path = null;
    this.document = null;
    /** What somebody else has made of it since it was read; null: nothing. */
    this.theirs = null;
    /** Deleting was asked for: what was seen then. Null: nobody has asked. */
    this.doomed = null;
    /** Something was typed that is not saved. */
    this.isDirty = false;
    this.title = h('h2.mono', null);
    this.body = h('div.body', null);
    this.problem = h('div', { role: 'status' });
    /** What may change while somebody edits: the collections below, and what deleting means. */
    this.lower = h('div', null);
    this.deletion = h('span', null);
    this.element = h('aside.detail', { hidden: true, 'aria-label': 'The chosen document', onkeydown: (event) => this.key(event) },
      h('div.detail-head', null, this.title, h('button.quiet', { type: 'button', 'aria-label': 'Close', title: 'Escape', onclick: () => this.close() }, '✕')), this.body);
  }

  get isOpen() { return !this.element.hidden; }

  /** What would be lost; null: nothing. */
  get unsaved() {
    if (!this.isOpen || !this.isDirty) return null;
    return this.path ? `What you have changed in ${this.path} is not saved.` : 'The new document is not created yet.';
  }

  async close() {
    if (!(await this.page.mayLeave())) return;
    this.show(null);
    this.owner.closed();
  }

  async show(path) {
    if (path === this.path && path !== null) return;
    this.path = path;
    this.isDirty = false;
    this.element.hidden = path === null;
    this.doomed = null;
    this.title.textContent = pathText(path ?? '');
    this.title.title = path ?? '';
    fill(this.body);
    if (path) await this.load();
  }

  async load() {
    const { path } = this;
    try {
      const document = await get('document', { database: this.page.database, path });
      if (this.path !== path) return;
      this.document = document;
      this.draw();
    } catch (problem) { fill(this.body, h('p.note.bad', null, problem.message)); }
  }

  /** Somebody else may have changed it; what is being edited stays. */
  async refresh() {
    if (!this.path || this.element.hidden) return;
    const { path } = this;
    try {
      const document = await get('document', { database: this.page.database, path });
      if (this.path !== path || isSame(document, this.theirs ?? this.document)) return;
      if (document.updateTime === this.document?.updateTime) {
        this.document = document;
        this.drawBelow();
        return;
      }
      if (this.isDirty) this.showConflict(document);
      else {
        this.document = document;
        this.draw();
        this.body.classList.remove('flash');
        void this.body.offsetWidth;
        this.body.classList.add('flash');
      }
    } catch { /* The next change asks again. */ }
  }

  /**
   * @param {string | null} collection null: its id is asked for, too; it will stand below `parent`
   * @param {object} fields what it begins with
   */
  create(collection, parent, fields = {}) {
    this.path = null;
    this.document = { exists: false, fields, collections: [] };
    this.element.hidden = false;
    this.draw({ collection, parent });
    this.isDirty = Object.keys(fields).length > 0;
  }

  // MARK: Drawing

  draw(place = null) {
    const { document } = this;
    const isNew = place !== null;
    this.isDirty = false;
    this.theirs = null;
    this.doomed = null;
    this.title.textContent = this.path ? pathText(this.path) : (place.collection ? `New document in ${place.collection}` : 'New collection');
    this.title.title = this.title.textContent;
    this.problem = h('div', { role: 'status' });
    const typed = () => {
      this.isDirty = true;
      save.disabled = false;
      revert.hidden = isNew;
    };
    const name = isNew && !place.collection && h('input', { type: 'text', 'aria-label': 'Id of the collection', spellcheck: 'false', oninput: typed });
    const id = isNew && h('input', { type: 'text', 'aria-label': 'Id', value: randomID(), spellcheck: 'false', oninput: typed });
    const newPath = () => [place.collection ?? [place.parent, name.value.trim()].filter(Boolean).join('/'), id.value].join('/');
    this.table = new FieldTable(document.fields ?? {}, this.page, typed);
    this.newPath = isNew ? newPath : () => null;
    // One that does not exist can be made without fields, too.
    const save = h('button.button.main', { type: 'button', title: 'Ctrl S', disabled: !isNew && document.exists, onclick: () => this.save(this.newPath()) }, document.exists ? 'Save' : 'Create');
    const revert = h('button.button', { type: 'button', hidden: true, onclick: () => this.draw() }, 'Revert');
    const form = this.formButton = h('button.button', { type: 'button', onclick: () => this.toggle(form) }, 'As JSON');
    fill(this.body,
      name && h('label.line', null, h('span.soft', null, 'Collection '), name),
      id && h('label.line', null, h('span.soft', null, name ? 'First document ' : 'Id '), id),
      !document.exists && !isNew && h('p.note', null, document.collections.length ? 'This document does not exist. It has collections below it.' : 'This document does not exist.'),
      this.table.element,
      h('div.actions', null, this.problem, h('div.tools', null, save, revert, form, h('span.gap'),
        document.exists && h('button.button', { type: 'button', onclick: () => this.duplicate() }, 'Duplicate'),
        this.deletion)),
      this.lower, document.exists && h('dl.facts', null, h('dt', null, 'Created'), h('dd', null, document.createTime), h('dt', null, 'Changed'), h('dd', null, document.updateTime)));
    this.drawBelow();
    if (isNew) (name || id).focus();
  }

  /** Between form and JSON; what cannot be read yet is told and stays as it is. */
  toggle(button) {
    try {
      this.table.toggle();
      fill(this.problem);
      button.textContent = this.table.isText ? 'As a form' : 'As JSON';
    } catch (problem) {
      this.tell(problem);
      this.table.showWrong();
    }
  }

  tell(problem) { fill(this.problem, h('p.note.bad', null, problem.message)); }

  drawBelow() {
    const { document } = this;
    redraw(this.lower, this.below());
    redraw(this.deletion, this.path && (document.exists || document.collections.length > 0) && this.removal());
  }

  below() {
    const { collections } = this.document;
    if (!this.path) return null;
    return h('section.block', null, h('h3', null, 'Collections of this document'), h('ul.collections', null, collections.map(({ id, documents }) => h('li', { key: id },
      h('a', { href: this.page.dataLink(`${this.path}/${id}`) }, h('span', null, nameText(id)), h('span.soft', null, count(documents))))),
      h('li', null, h('button.quiet.add', { type: 'button', onclick: () => this.createBelow() }, '+ collection below this document'))));
  }

  /**
   * What cannot be undone is asked for twice, and is about what was shown when it was asked. The second question does not stand
   * where the first one was pressed, perhaps with two clicks.
   */
  removal() {
    const { doomed, document } = this;
    const ask = (seen) => {
      this.doomed = seen;
      this.drawBelow();
      (this.deletion.querySelector('[data-keep]') ?? this.deletion.querySelector('button')).focus();
    };
    if (!doomed) return h('button.button', { type: 'button', key: 'ask', onclick: () => ask(document) }, document.exists ? 'Delete' : 'Delete what is below');
    const deep = doomed.collections.length > 0;
    return h('span.tools', null,
      h('button.button.bad', { type: 'button', key: 'delete', onclick: () => this.remove(deep, doomed) }, deep ? 'Really delete, with everything below?' : 'Really delete?'),
      h('button.button', { type: 'button', key: 'keep', 'data-keep': true, onclick: () => ask(null) }, 'Keep'));
  }

  key(event) {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || !this.isDirty) return;
    event.preventDefault();
    this.save(this.newPath());
  }

  // MARK: Changing

  /** Nothing can be typed or asked for again until it is known what has become of it. */
  async held(change) {
    if (this.body.inert) return;
    this.body.inert = true;
    try { await change(); } finally { this.body.inert = false; }
  }

  async save(newPath) {
    await this.held(() => this.write(newPath));
    this.table.showWrong();
  }

  /** @param {boolean} isMerged what others have written was merged into it after a first attempt */
  async write(newPath, isMerged = false) {
    const path = newPath ?? this.path;
    const { isText } = this.table;
    try {
      const body = { fields: this.table.read() };
      if (this.theirs) body.fields = merge(this.document.fields ?? {}, body.fields, this.theirs.fields ?? {}).fields;
      this.wasMerged = this.theirs !== null;
      const current = this.theirs ?? this.document;
      if (current.exists) body.updateTime = current.updateTime;
      this.document = await send('PUT', 'document', { database: this.page.database, path }, body);
      this.isDirty = false;
      toast(newPath ? `${path} is created` : `Saved${this.wasMerged ? ' with what others have changed meanwhile' : ''}; listeners were told`);
      if (newPath) this.page.go(['data', ...path.split('/')]);
      else {
        this.draw();
        if (isText) this.toggle(this.formButton);
      }
      this.owner.changed();
      // What others have changed since was told while this was being saved.
      await this.refresh();
    } catch (problem) {
      this.tell(problem);
      if (newPath || !problem.status) return;
      const known = this.theirs;
      await this.refresh();
      if (!isMerged && this.theirs !== known && !this.problem.querySelector('.conflict')) await this.write(null, true);
    }
  }

  /** Somebody else has changed what is being edited: saving keeps what only they have changed, and of the rest one chooses. */
  showConflict(theirs) {
    let merged;
    try { merged = merge(this.document.fields ?? {}, this.table.read(), theirs.fields ?? {}); } catch { merged = null; }
    const choose = (change) => {
      this.theirs = theirs;
      change();
    };
    if (!theirs.exists) {
      fill(this.problem, h('p.note.warn', null, h('b', null, 'This document is not there any more: '), 'somebody has deleted it, or the emulator was started anew. Saving creates it again.'));
      this.document = theirs;
      return;
    }
    const kept = merged?.theirs.length > 0 && [' What only they have changed is kept: ', h('code', null, merged.theirs.join(', ')), '.'];
    if (merged && !merged.conflicts.length) {
      this.theirs = theirs;
      fill(this.problem, h('p.note.warn', { key: 'merged' }, h('b', null, 'Somebody has changed this document meanwhile. '), kept || 'They have written the same.'));
      return;
    }
    fill(this.problem, h('div.conflict', null,
      h('p.note.warn', null, h('b', null, 'Somebody has changed this document meanwhile. '), merged ? ['Both of you have changed these fields.', kept] : 'What you have typed cannot be read yet.'),
      merged && conflictTable(merged.conflicts),
      h('div.tools', null,
        h('button.button', { type: 'button', onclick: () => choose(() => {
          this.document = theirs;
          this.draw();
        }) }, 'Take theirs'),
        h('button.button', { type: 'button', onclick: () => choose(() => this.save(null)) }, 'Write mine over it'))));
  }

  async remove(deep, { version, updateTime }) {
    await this.held(async () => {
      try {
        await send('DELETE', 'document', { database: this.page.database, path: this.path, ...(deep ? { deep, version } : { updateTime }) });
        toast(`${this.path} is deleted`);
        this.isDirty = false;
        await this.close();
        this.owner.changed();
      } catch (problem) { await this.keepDeleted(problem); }
    });
  }

  /** What others have written since is shown before it can be deleted. */
  async keepDeleted(problem) {
    if (this.isDirty) await this.refresh();
    else if (problem.status) await this.load();
    if (!this.problem.childNodes.length) this.tell(problem);
  }

  async createBelow() {
    if (await this.page.mayLeave()) this.create(null, this.path);
  }

  /** A new document with what is typed, saved or not; it is there as soon as it is created. */
  duplicate() {
    const segments = this.path.split('/');
    try {
      this.create(segments.slice(0, -1).join('/'), segments.slice(0, -2).join('/'), this.table.read());
    } catch (problem) { this.tell(problem); }
  }
}

const pathText = (path) => path.split('/').map(nameText).join('/');

const valueText = (value) => (value === undefined ? h('span.soft', null, 'no field') : textOf(value));

/** Fields that two have changed to something else. */
function conflictTable(conflicts) {
  return h('div.scroll', null, stacked(h('table', null,
    h('thead', null, h('tr', null, ['Field', 'As you read it', 'Theirs', 'Yours'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', null, conflicts.map(({ path, base, theirs, mine }) => h('tr', null, h('th.mono', { scope: 'row' }, path), [base, theirs, mine].map((value) => h('td.mono', null, valueText(value)))))))));
}

/** Whether nothing of a document has changed, nor what is below it. */
function isSame(document, known) {
  const below = (one) => JSON.stringify(one?.collections);
  return document.updateTime === known?.updateTime && below(document) === below(known);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomID() {
  return [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => letters[byte % letters.length]).join('');
}
