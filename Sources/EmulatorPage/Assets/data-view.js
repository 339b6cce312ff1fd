// The documents of a database: a path of collections on the left, the documents of one, and one document with its fields.

import { get } from './api.js';
import { count, counted } from './format.js';
import { fill, h, toast, Reload } from './dom.js';
import { VirtualList } from './virtual-list.js';
import { exchangeButton } from './exchange.js';
import { DocumentPanel } from './document-panel.js';
import { summaryOf } from './values.js';

const portion = 100;
const narrow = matchMedia('(max-width: 900px)');

export function dataView(page) {
  const crumbs = h('nav.crumbs', { 'aria-label': 'Path' });
  const collections = h('ul.collections', { 'aria-label': 'Collections' });
  const heading = h('div.columns.of-documents', { 'aria-hidden': 'true' }, h('span', null, 'Document'), h('span', null, 'Fields'));
  const state = h('span.soft', { role: 'status' });
  /** Rows by their place; a portion that was asked for and has not come yet is null. */
  let rows = new Map();
  let length = 0;
  let collection = null;
  let parent = '';
  let shownAt = -1;
  let known = new Map();
  const panel = new DocumentPanel(page, { changed: () => reload(), closed: () => page.go(`data/${encodeURI(collection ?? '')}`) });
  const grid = new VirtualList({
    header: heading, label: 'Documents', rowHeight: () => (narrow.matches ? 46 : 30), length: () => length,
    make: () => h('div.row.document-row', { role: 'row' }, h('span.c0', { role: 'gridcell' }), h('span.c1', { role: 'gridcell' })),
    update: updateRow, select: () => {}, open,
  });
  const add = h('button.button', { type: 'button', onclick: create }, 'New document');
  const empty = h('div.empty', { hidden: true });
  const element = h('section.data', { 'aria-label': 'Data' }, h('h1.unseen', null, 'Data'),
    h('div.tools.bar-of-list', null, page.dataChoice('data'), crumbs, h('span.gap'), state, page.databaseChoice(), exchangeButton(page), add),
    h('div.split', null, h('div.browse', null, collections, h('div.listing', null, grid.element, empty)), panel.element));

  // MARK: What there is

  async function showCollections() {
    try {
      const answer = await get('collections', { database: page.database, parent: parent || null });
      fill(collections, answer.collections.map(({ id, documents }) => {
        const path = parent ? `${parent}/${id}` : id;
        return h('li', null, h('a', { href: page.link(`data/${encodeURI(path)}`), 'aria-current': path === collection && 'page' },
          h('span', null, id), h('span.soft', null, count(documents))));
      }));
      if (!answer.collections.length) fill(collections, h('li.soft.none', null, parent ? 'No collections here' : 'No documents yet'));
      collections.append(h('li', null, h('button.quiet.add', { type: 'button', onclick: createCollection }, '+ collection')));
      if (!collection && answer.collections.length && !parent && !panel.isOpen) {
        page.replace(`data/${encodeURI(answer.collections[0].id)}`);
        view.update([answer.collections[0].id]);
      }
    } catch (problem) { toast(problem.message); }
  }

  async function load(first) {
    if (!collection) return;
    const from = collection;
    for (let place = first; place < Math.min(length, first + portion); place += 1) if (!rows.has(place)) rows.set(place, null);
    try {
      const answer = await get('documents', { database: page.database, collection: from, offset: first, limit: portion });
      if (collection !== from) return;
      // Those that do not exist come first: they are few, and nothing but their descendants is known of them.
      const missing = answer.missing ?? [];
      length = missing.length + answer.documents;
      missing.forEach((id, place) => rows.set(place, { id, isMissing: true }));
      answer.rows.forEach((row, index) => rows.set(missing.length + first + index, row));
      page.missingCount = missing.length;
      state.textContent = counted(answer.documents, 'document');
      empty.hidden = length > 0;
      fill(empty, h('h2', null, 'No documents'), h('p', null, 'This collection is empty.'));
      flash(answer.rows);
      grid.refresh();
    } catch (problem) { toast(problem.message); }
  }

  /** Documents that are others than a moment ago are marked for a moment. */
  function flash(fresh) {
    for (const row of fresh) {
      const before = known.get(row.id);
      row.isFresh = before !== undefined && before !== row.updateTime;
      known.set(row.id, row.updateTime);
    }
    if (known.size > 20_000) known = new Map();
  }

  function updateRow(element, place) {
    const row = rows.get(place);
    const [id, fields] = element.children;
    element.classList.remove('flash');
    if (!row) {
      if (row === undefined) load(Math.max(0, Math.floor((place - (page.missingCount ?? 0)) / portion) * portion));
      id.textContent = '…';
      fields.textContent = '';
      return;
    }
    id.textContent = row.id;
    id.title = row.id;
    element.classList.toggle('gone', row.isMissing === true);
    fields.textContent = row.isMissing ? 'does not exist; has subcollections' : summaryOf(row.fields);
    if (row.isFresh) {
      row.isFresh = false;
      void element.offsetWidth;
      element.classList.add('flash');
    }
  }

  function reload() {
    rows = new Map();
    load(0);
    showCollections();
  }

  // MARK: Where somebody is

  function open(place) {
    const row = rows.get(place);
    if (row) page.go(`data/${encodeURI(collection)}/${encodeURIComponent(row.id)}`);
  }

  function create() {
    panel.create(collection, parent);
    element.classList.add('open');
  }

  /** A collection is there as soon as it has a document. */
  function createCollection() {
    panel.create(null, parent);
    element.classList.add('open');
  }

  function showCrumbs(segments) {
    const links = segments.map((segment, index) => h('a', { href: page.link(`data/${segments.slice(0, index + 1).map(encodeURIComponent).join('/')}`) }, segment));
    fill(crumbs, h('a', { href: page.link('data') }, 'root'), links.flatMap((link) => [h('span.soft', { 'aria-hidden': 'true' }, '/'), link]));
  }

  narrow.addEventListener('change', reload);
  const changes = new Reload(() => {
    rows = new Map();
    load(Math.max(0, Math.floor(Math.floor(grid.element.scrollTop / grid.options.rowHeight()) / portion) * portion));
    showCollections();
    panel.refresh();
  }, 300);

  const view = {
    element,
    update(segments) {
      const path = segments.filter(Boolean);
      const isDocument = path.length > 0 && path.length % 2 === 0;
      const next = (isDocument ? path.slice(0, -1) : path).join('/') || null;
      const above = path.slice(0, path.length - (isDocument ? 2 : 1)).join('/');
      showCrumbs(path);
      element.classList.toggle('open', isDocument);
      panel.show(isDocument ? path.join('/') : null);
      if (next !== collection || above !== parent) {
        collection = next;
        parent = above;
        rows = new Map();
        known = new Map();
        length = 0;
        grid.select(-1);
        grid.element.scrollTop = 0;
        grid.refresh();
        load(0);
        showCollections();
      }
    },
    pulse(pulse) {
      const now = pulse.writes + pulse.deletes;
      if (now === shownAt) return;
      shownAt = now;
      changes.ask();
    },
    key(event) {
      if (event.key === 'Escape' && panel.isOpen) panel.close();
      else return false;
      return true;
    },
    leave() {
      changes.cancel();
      narrow.removeEventListener('change', reload);
    },
  };
  return view;
}
