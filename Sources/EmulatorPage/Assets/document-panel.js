// One document: its fields with their types, and how they are edited, as a form or as JSON.

import { get, send } from './api.js';
import { count } from './format.js';
import { differencePart } from './difference.js';
import { fill, h, toast } from './dom.js';
import { FieldTable } from './field-table.js';
import { writeFields } from './fields-text.js';

export class DocumentPanel {
  /** @param {{changed: () => void, closed: () => void}} owner */
  constructor(page, owner) {
    this.page = page;
    this.owner = owner;
    this.path = null;
    this.document = null;
    /** Something was typed that is not saved. */
    this.isDirty = false;
    this.title = h('h2.mono', null);
    this.body = h('div.body', null);
    this.problem = h('div', { role: 'status' });
    /** What may change while somebody edits: the collections below, and what deleting means. */
    this.lower = h('div', null);
    this.deletion = h('span', null);
    this.element = h('aside.detail', { hidden: true, 'aria-label': 'The chosen document' },
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
    this.title.textContent = path ?? '';
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
      if (this.path !== path || isSame(document, this.document)) return;
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
    this.title.textContent = this.path ?? (place.collection ? `New document in ${place.collection}` : 'New collection');
    this.title.title = this.title.textContent;
    this.problem = h('div', { role: 'status' });
    const typed = () => { this.isDirty = true; save.disabled = false; };
    const name = isNew && !place.collection && h('input', { type: 'text', 'aria-label': 'Id of the collection', spellcheck: 'false', oninput: typed });
    const id = isNew && h('input', { type: 'text', 'aria-label': 'Id', value: randomID(), spellcheck: 'false', oninput: typed });
    const newPath = () => [place.collection ?? [place.parent, name.value.trim()].filter(Boolean).join('/'), id.value].join('/');
    this.table = new FieldTable(document.fields ?? {}, this.page, typed);
    const save = h('button.button.main', { type: 'button', disabled: !isNew, onclick: () => this.save(isNew ? newPath() : null) }, isNew ? 'Create' : 'Save');
    const form = h('button.button', { type: 'button', onclick: () => this.toggle(form) }, 'As JSON');
    fill(this.body,
      name && h('label.line', null, h('span.soft', null, 'Collection '), name),
      id && h('label.line', null, h('span.soft', null, name ? 'First document ' : 'Id '), id),
      !document.exists && !isNew && h('p.note', null, document.collections.length ? 'This document does not exist. It has collections below it.' : 'This document does not exist.'),
      this.table.element, this.problem,
      h('div.tools', null, save, form, h('span.gap'),
        document.exists && h('button.button', { type: 'button', onclick: () => this.duplicate() }, 'Duplicate'),
        this.deletion),
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
    fill(this.lower, this.below());
    fill(this.deletion, this.path && (document.exists || document.collections.length > 0) && this.removal());
  }

  below() {
    const { collections } = this.document;
    if (!this.path) return null;
    return h('section.block', null, h('h3', null, 'Collections of this document'), h('ul.collections', null, collections.map(({ id, documents }) => h('li', null,
      h('a', { href: this.page.dataLink(`${this.path}/${id}`) }, h('span', null, id), h('span.soft', null, count(documents))))),
      h('li', null, h('button.quiet.add', { type: 'button', onclick: () => this.createBelow() }, '+ collection below this document'))));
  }

  /**
   * What cannot be undone is asked for twice, and is about what was shown when it was asked. The second question does not stand
   * where the first one was pressed, perhaps with two clicks.
   */
  removal() {
    const deep = this.document.collections.length > 0;
    const button = h('button.button', {
      type: 'button',
      onclick: () => {
        const seen = this.document;
        const keep = h('button.button', { type: 'button', onclick: () => this.drawBelow() }, 'Keep');
        fill(this.deletion, h('button.button.bad', { type: 'button', onclick: () => this.remove(deep, seen) }, deep ? 'Really delete, with everything below?' : 'Really delete?'), keep);
        keep.focus();
      },
    }, 'Delete');
    return button;
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

  async write(newPath) {
    const path = newPath ?? this.path;
    try {
      const body = { fields: this.table.read() };
      if (this.document.exists) body.updateTime = this.document.updateTime;
      this.document = await send('PUT', 'document', { database: this.page.database, path }, body);
      this.isDirty = false;
      toast(newPath ? `${path} is created` : 'Saved; listeners were told');
      if (newPath) this.page.go(['data', ...path.split('/')]);
      else this.draw();
      this.owner.changed();
      // What others have changed since was told while this was being saved.
      await this.refresh();
    } catch (problem) {
      this.tell(problem);
      if (!newPath && problem.status) await this.refresh();
    }
  }

  /** Somebody else has changed what is being edited: both versions are there to choose from. */
  showConflict(theirs) {
    let mine;
    try { mine = this.table.read(); } catch { mine = null; }
    const choose = (document, change) => {
      this.document = document;
      change();
    };
    if (!theirs.exists) {
      fill(this.problem, h('p.note.warn', null, h('b', null, 'This document is not there any more: '), 'somebody has deleted it, or the emulator was started anew. Saving creates it again.'));
      this.document = theirs;
      return;
    }
    fill(this.problem, h('div.conflict', null,
      h('p.note.warn', null, h('b', null, 'Somebody has changed this document meanwhile. '), mine ? 'From theirs to yours:' : 'What you have typed cannot be read yet.'),
      mine && differencePart(writeFields(theirs.fields ?? {}), writeFields(mine)),
      h('div.tools', null,
        h('button.button', { type: 'button', onclick: () => choose(theirs, () => this.draw()) }, 'Take theirs'),
        h('button.button', { type: 'button', onclick: () => choose(theirs, () => this.save(null)) }, 'Write mine over it'))));
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

/** Whether nothing of a document has changed, nor what is below it. */
function isSame(document, known) {
  const below = (one) => JSON.stringify(one?.collections);
  return document.updateTime === known?.updateTime && below(document) === below(known);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomID() {
  return [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => letters[byte % letters.length]).join('');
}
