// The documents of a database: a path of collections on the left, the documents of one, and one document with its fields.

import { get } from './api.js';
import { count, counted } from './format.js';
import { fill, h, toast, Reload } from './dom.js';
import { VirtualList } from './virtual-list.js';
import { exchangeButton } from './exchange.js';
import { DocumentPanel } from './document-panel.js';
import { nameText, summaryOf } from './values.js';

const portion = 100;
const narrow = matchMedia('(max-width: 900px)');

export function dataView(page) {
  const crumbs = h('nav.crumbs', { 'aria-label': 'Path' });
  const collections = h('ul.collections', { 'aria-label': 'Collections' });
  const heading = h('div.columns.of-documents', { 'aria-hidden': 'true' }, h('span', null, 'Document'), h('span', null, 'Fields'));
  const state = h('span.soft', { role: 'status' });
  /** Rows by their place, as they were told last; portions of them that are what is there now, or are asked for. */
  let rows = new Map();
  let portions = new Set();
  let wanted = 0;
  let length = 0;
  /** Null: nobody has chosen one; not defined: nothing is shown yet. */
  let collection;
  let parent = '';
  let shownAt = -1;
  let known = new Map();
  const panel = new DocumentPanel(page, { changed: () => reload(), closed });
  const grid = new VirtualList({
    header: heading, label: 'Documents', rowHeight: () => (narrow.matches ? 46 : 30), length: () => length,
    make: () => h('div.row.document-row', { role: 'row' }, h('span.c0', { role: 'gridcell' }), h('span.c1', { role: 'gridcell' })),
    update: updateRow, select: () => {}, open,
  });
  const add = h('button.button', { type: 'button', onclick: create }, 'New document');
  const place = h('input.mono.path-field', {
    type: 'text', 'aria-label': 'Path of a collection or document', placeholder: 'go to a path', spellcheck: 'false',
    onkeydown: (event) => {
      const segments = place.value.split('/').filter(Boolean);
      if (event.key === 'Enter' && segments.length) page.go(['data', ...segments]);
    },
  });
  const empty = h('div.empty', { hidden: true });
  const element = h('section.data', { 'aria-label': 'Data' }, h('h1.unseen', null, 'Data'),
    h('div.tools.bar-of-list', null, page.dataChoice('data'), crumbs, h('span.gap'), place, state, page.databaseChoice(), exchangeButton(page), add),
    h('div.split', null, h('div.browse', null, collections, h('div.listing', null, grid.element, empty)), panel.element));

  function closed() {
    element.classList.remove('open');
    page.go(['data', ...(collection ?? '').split('/').filter(Boolean)]);
  }

  // MARK: What there is

  async function showCollections() {
    try {
      const answer = await get('collections', { database: page.database, parent: parent || null });
      fill(collections, answer.collections.map(({ id, documents }) => {
        const path = parent ? `${parent}/${id}` : id;
        return h('li', null, h('a', { href: page.dataLink(path), title: id, 'aria-current': path === collection && 'page' },
          h('span', null, nameText(id)), h('span.soft', null, count(documents))));
      }));
      if (!answer.collections.length) fill(collections, h('li.soft.none', null, parent ? 'No collections here' : 'No documents yet'));
      if (!collection && !parent) {
        empty.hidden = answer.collections.length > 0;
        fill(empty, h('h2', null, 'No documents yet'), h('p', null, 'Point your app or your tests at the emulator, import documents, or make the first one here.'), h('pre', null, page.exports()));
      }
      collections.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      collections.append(h('li', null, h('button.quiet.add', { type: 'button', onclick: createCollection }, '+ collection')));
      if (!collection && answer.collections.length && !parent && !panel.isOpen) {
        page.replace(['data', answer.collections[0].id]);
        view.update([answer.collections[0].id]);
      }
    } catch (problem) { toast(problem.message); }
  }

  async function load(first) {
    if (!collection) return;
    const from = collection;
    const own = portions;
    own.add(first);
    try {
      const answer = await get('documents', { database: page.database, collection: from, offset: first, limit: portion });
      if (collection !== from || own !== portions) return;
      const before = length;
      length = answer.missing + answer.documents;
      for (let place = length; place < before; place += 1) rows.delete(place);
      answer.rows.forEach((row, index) => rows.set(first + index, row));
      state.textContent = counted(answer.documents, 'document') + (answer.isCut ? `; of those that do not exist the first ${count(answer.missing)}` : '');
      empty.hidden = length > 0;
      fill(empty, h('h2', null, 'No documents'), h('p', null, 'This collection is empty.'));
      flash(answer.rows.filter((row) => !row.isMissing));
      grid.refresh();
    } catch (problem) {
      own.delete(first);
      toast(problem.message);
    }
  }

  /** Asks for what is in view when nobody has scrolled for a moment: what flies by is not looked at. */
  function loadVisible() {
    wanted = 0;
    const { first, end } = grid.range;
    for (let start = Math.floor(first / portion) * portion; start < end; start += portion) if (!portions.has(start)) load(start);
    if (rows.size > 20_000) for (const place of rows.keys()) if (Math.abs(place - first) > 5_000) forget(place);
  }

  function forget(place) {
    rows.delete(place);
    portions.delete(Math.floor(place / portion) * portion);
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
    if (!portions.has(Math.floor(place / portion) * portion) && !wanted) wanted = setTimeout(loadVisible, 40);
    if (!row) {
      id.textContent = '…';
      fields.textContent = '';
      return;
    }
    id.textContent = nameText(row.id);
    id.title = row.id;
    element.classList.toggle('gone', row.isMissing === true);
    fields.textContent = row.isMissing ? 'does not exist; has subcollections' : summaryOf(row.fields, row.isCut);
    if (row.isFresh) {
      row.isFresh = false;
      void element.offsetWidth;
      element.classList.add('flash');
    }
  }

  /** What is shown stays until it is replaced. */
  function reload() {
    portions = new Set();
    const { first } = grid.range;
    load(Math.floor(first / portion) * portion);
    showCollections();
  }

  // MARK: Where somebody is

  function open(place) {
    const row = rows.get(place);
    if (row) page.go(['data', ...collection.split('/'), row.id]);
  }

  async function create() {
    if (!collection) return createCollection();
    if (!(await page.mayLeave())) return null;
    panel.create(collection, parent);
    element.classList.add('open');
    return null;
  }

  /** A collection is there as soon as it has a document. */
  async function createCollection() {
    if (!(await page.mayLeave())) return;
    panel.create(null, parent);
    element.classList.add('open');
  }

  function showCrumbs(segments) {
    const links = segments.map((segment, index) => h('a', { href: page.link(['data', ...segments.slice(0, index + 1)]), title: segment }, segment));
    fill(crumbs, h('a', { href: page.link('data') }, 'root'), links.flatMap((link) => [h('span.soft', { 'aria-hidden': 'true' }, '/'), link]));
  }

  narrow.addEventListener('change', reload);
  const changes = new Reload(() => {
    reload();
    panel.refresh();
  }, 300);
  const isSame = (path) => panel.path !== null && path.filter(Boolean).join('/') === panel.path;

  const view = {
    element,
    keeps: (path) => isSame(path),
    unsaved: () => panel.unsaved,
    discard() {
      panel.isDirty = false;
      if (panel.path === null) panel.show(null);
    },
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
        portions = new Set();
        known = new Map();
        length = 0;
        grid.select(-1);
        grid.scrollTo(0);
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
      clearTimeout(wanted);
      narrow.removeEventListener('change', reload);
    },
  };
  return view;
}
