// One document: its fields with their types, and how they are edited, as a form or as JSON.

import { get, send } from './api.js';
import { count } from './format.js';
import { fill, h, toast } from './dom.js';
import { FieldTable } from './field-table.js';

export class DocumentPanel {
  /** @param {{changed: () => void, closed: () => void}} owner */
  constructor(page, owner) {
    this.page = page;
    this.owner = owner;
    this.path = null;
    this.document = null;
    this.isDirty = false;
    this.title = h('h2.mono', null);
    this.body = h('div.body', null);
    this.element = h('aside.detail', { hidden: true, 'aria-label': 'The chosen document' },
      h('div.detail-head', null, this.title, h('button.quiet', { type: 'button', 'aria-label': 'Close', title: 'Escape', onclick: () => this.close() }, '✕')), this.body);
  }

  get isOpen() { return !this.element.hidden; }

  close() {
    this.show(null);
    this.owner.closed();
  }

  async show(path) {
    if (path === this.path && path !== null) return;
    this.path = path;
    this.isDirty = false;
    this.element.hidden = path === null;
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
    try {
      const document = await get('document', { database: this.page.database, path: this.path });
      if (document.path !== this.path || document.updateTime === this.document?.updateTime) return;
      if (this.isDirty) this.problem.replaceChildren(h('p.note.warn', null, 'Somebody has changed this document meanwhile; saving will be refused. Close it to see what it is now.'));
      else {
        this.document = document;
        this.draw();
        this.body.classList.remove('flash');
        void this.body.offsetWidth;
        this.body.classList.add('flash');
      }
    } catch { /* The next change asks again. */ }
  }

  /** @param {string | null} collection null: its id is asked for, too; it will stand below `parent` */
  create(collection, parent) {
    this.path = null;
    this.document = { exists: false, fields: {}, collections: [] };
    this.element.hidden = false;
    this.draw({ collection, parent });
  }

  // MARK: Drawing

  draw(place = null) {
    const { document } = this;
    const isNew = place !== null;
    this.isDirty = isNew;
    this.title.textContent = this.path ?? (place.collection ? `New document in ${place.collection}` : 'New collection');
    this.problem = h('div', { role: 'status' });
    const name = isNew && !place.collection && h('input', { type: 'text', 'aria-label': 'Id of the collection', spellcheck: 'false' });
    const id = isNew && h('input', { type: 'text', 'aria-label': 'Id', value: randomID(), spellcheck: 'false' });
    const newPath = () => [place.collection ?? [place.parent, name.value.trim()].filter(Boolean).join('/'), id.value.trim()].join('/');
    const table = new FieldTable(document.fields ?? {}, this.page, () => {
      this.isDirty = true;
      save.disabled = false;
    });
    const save = h('button.button.main', { type: 'button', disabled: !isNew, onclick: () => this.save(table, isNew ? newPath() : null) }, isNew ? 'Create' : 'Save');
    fill(this.body,
      name && h('label.line', null, h('span.soft', null, 'Collection '), name),
      id && h('label.line', null, h('span.soft', null, name ? 'First document ' : 'Id '), id),
      !document.exists && !isNew && h('p.note', null, 'This document does not exist. It has collections below it.'),
      table.element, this.problem,
      h('div.tools', null, save, h('button.button', { type: 'button', onclick: () => table.asJSON() }, 'As JSON'), h('span.gap'),
        document.exists && h('button.button', { type: 'button', onclick: () => this.duplicate() }, 'Duplicate'),
        this.path && this.removal()),
      this.below(), document.exists && h('dl.facts', null, h('dt', null, 'Created'), h('dd', null, document.createTime), h('dt', null, 'Changed'), h('dd', null, document.updateTime)));
    if (isNew) (name || id).focus();
  }

  below() {
    const { collections } = this.document;
    if (!this.path || !collections.length) return null;
    return h('section.block', null, h('h3', null, 'Collections of this document'), h('ul.collections', null, collections.map(({ id, documents }) => h('li', null,
      h('a', { href: this.page.link(`data/${encodeURI(`${this.path}/${id}`)}`) }, h('span', null, id), h('span.soft', null, count(documents)))))));
  }

  /** What cannot be undone is asked for twice. */
  removal() {
    const deep = this.document.collections.length > 0;
    const button = h('button.button', {
      type: 'button',
      onclick: () => {
        if (button.dataset.sure) return this.remove(deep);
        button.dataset.sure = 'yes';
        button.textContent = deep ? 'Really delete, with everything below?' : 'Really delete?';
        button.classList.add('bad');
        return null;
      },
    }, 'Delete');
    return button;
  }

  // MARK: Changing

  async save(table, newPath) {
    const path = newPath ?? this.path;
    try {
      const body = { fields: table.read() };
      if (this.document.exists) body.updateTime = this.document.updateTime;
      this.document = await send('PUT', 'document', { database: this.page.database, path }, body);
      this.isDirty = false;
      toast(newPath ? `${path} is created` : 'Saved; listeners were told');
      if (newPath) this.page.go(`data/${encodeURI(path)}`);
      else this.draw();
      this.owner.changed();
      // What others have changed since was told while this was being saved.
      await this.refresh();
    } catch (problem) { fill(this.problem, h('p.note.bad', null, problem.message)); }
  }

  async remove(deep) {
    try {
      await send('DELETE', 'document', { database: this.page.database, path: this.path, deep });
      toast(`${this.path} is deleted`);
      this.close();
      this.owner.changed();
    } catch (problem) { toast(problem.message); }
  }

  async duplicate() {
    const path = `${this.path.split('/').slice(0, -1).join('/')}/${randomID()}`;
    try {
      await send('PUT', 'document', { database: this.page.database, path }, { fields: this.document.fields });
      this.owner.changed();
      this.page.go(`data/${encodeURI(path)}`);
    } catch (problem) { toast(problem.message); }
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomID() {
  return [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => letters[byte % letters.length]).join('');
}
