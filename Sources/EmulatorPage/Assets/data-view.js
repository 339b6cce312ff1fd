// The documents of a database: a path of collections on the left, the documents of one, and one document with its fields.

import { get } from './api.js';
import { count, counted } from './format.js';
import { fill, h, toast, Reload } from './dom.js';
import { redraw } from './redraw.js';
import { divider } from './divider.js';
import { VirtualList } from './virtual-list.js';
import { exchangeButton } from './exchange.js';
import { DocumentPanel } from './document-panel.js';
import { nameText, summaryOf } from './values.js';

const portion = 100;
const narrow = matchMedia('(max-width: 900px)');
const rowHeight = () => (narrow.matches ? 46 : 30);

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
  /** What narrows and sorts the list, as in a query; or the beginning of an id that is looked for. */
  let filter = page.parameters.get('q') ?? '';
  /** The id of the document that the list is to show as soon as its place is known. */
  let sought = null;
  const panel = new DocumentPanel(page, { changed: () => reload(), closed });
  const grid = new VirtualList({
    header: heading, label: 'Documents', rowHeight, length: () => length,
    key: (place) => rows.get(place)?.id ?? place,
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
  const find = h('input.mono', {
    type: 'search', 'aria-label': 'Find an id, or documents by a query', placeholder: 'an id, or: where age > 3 orderBy age desc', title: 'Press / to search',
    spellcheck: 'false', autocomplete: 'off', value: filter, oninput: () => search.ask(),
  });
  const problem = h('p.note.bad', { hidden: true, role: 'status' });
  const search = new Reload(() => {
    if (find.value.trim() === filter) return;
    filter = find.value.trim();
    page.replace(here(), { q: filter || null });
    begin();
  }, 250);
  const empty = h('div.empty', { hidden: true });
  const element = h('section.data', { 'aria-label': 'Data' }, h('h1.unseen', null, 'Data'),
    h('div.tools.bar-of-list', null, page.dataChoice('data'), crumbs, h('span.gap'), place, state, page.databaseChoice(), exchangeButton(page), add),
    h('div.split', null, h('div.browse', null, collections, h('div.listing', null, h('div.tools.finding', null, find), problem, grid.element, empty)), divider('document', panel.element), panel.element));

  function closed() {
    element.classList.remove('open');
    page.go(['data', ...(collection ?? '').split('/').filter(Boolean)], { q: filter || null });
  }

  const here = () => ['data', ...(panel.path ?? collection ?? '').split('/').filter(Boolean)];

  /** Clauses of a query; null: all documents are listed, and `filter` is looked for among their ids. */
  const clauses = () => (/^(where|orderBy|limit|offset|startAt|startAfter|endAt|endBefore)\b/i.test(filter) ? filter : null);

  // MARK: What there is

  async function showCollections() {
    try {
      const answer = await get('collections', { database: page.database, parent: parent || null });
      const isShown = collections.querySelector('[aria-current]');
      redraw(collections, answer.collections.map(({ id, documents }) => {
        const path = parent ? `${parent}/${id}` : id;
        return h('li', { key: id }, h('a', { href: page.dataLink(path), title: id, 'aria-current': path === collection && 'page' },
          h('span', null, nameText(id)), h('span.soft', null, count(documents))));
      }), !answer.collections.length && h('li.soft.none', null, parent ? 'No collections here' : 'No documents yet'),
      h('li', null, h('button.quiet.add', { type: 'button', onclick: createCollection }, '+ collection')));
      if (!collection && !parent) {
        empty.hidden = answer.collections.length > 0;
        fill(empty, h('h2', null, 'No documents yet'), h('p', null, 'Point your app or your tests at the emulator, import documents, or make the first one here.'), h('pre', null, page.exports()));
      }
      const current = collections.querySelector('[aria-current]');
      if (current !== isShown) current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      if (!collection && answer.collections.length && !parent && !panel.isOpen) {
        page.replace(['data', answer.collections[0].id]);
        view.update([answer.collections[0].id], page.parameters);
      }
    } catch (problem) { toast(problem.message); }
  }

  /** @param {boolean} isAgain the list stays where it is */
  async function load(first, isAgain = false) {
    if (!collection) return;
    const from = collection;
    const own = portions;
    own.add(first);
    const place = clauses() === null && !isAgain ? sought ?? (filter || null) : null;
    try {
      const answer = await get('documents', { database: page.database, collection: from, offset: first, limit: portion, query: clauses(), place });
      if (collection !== from || own !== portions) return;
      const before = length;
      length = answer.missing + answer.documents;
      for (let place = length; place < before; place += 1) rows.delete(place);
      answer.rows.forEach((row, index) => rows.set(first + index, row));
      state.textContent = describe(answer);
      problem.hidden = true;
      empty.hidden = length > 0;
      fill(empty, h('h2', null, 'No documents'), h('p', null, clauses() ? 'No document of this collection is found.' : 'This collection is empty.'));
      flash(answer.rows.filter((row) => !row.isMissing));
      grid.refresh();
      if (place !== null) goTo(place, answer.place);
      else mark();
    } catch (refused) {
      if (collection !== from || own !== portions) return;
      own.delete(first);
      if (clauses() === null) return toast(refused.message);
      // What stood there answers another question.
      [rows, length] = [new Map(), 0];
      state.textContent = '';
      empty.hidden = true;
      problem.hidden = false;
      problem.textContent = refused.message;
      grid.refresh();
    }
    return null;
  }

  function describe({ documents, missing, isCut }) {
    if (clauses()) return `${counted(documents, 'document')} found`;
    return counted(documents, 'document') + (missing ? `, ${count(missing)}${isCut ? ' and more' : ''} missing` : '');
  }

  /** To the row of an id, or to the first one behind it. Only an opened document is marked. */
  function goTo(id, place) {
    sought = null;
    grid.select(isOpen(id) ? place : -1);
    grid.scrollTo(Math.max(0, place - 2) * rowHeight());
    loadVisible();
  }

  const isOpen = (id) => panel.path === `${collection}/${id}`;

  /** The row of the opened document, wherever it stands by now. */
  function mark() {
    let place = -1;
    for (const [index, row] of rows) if (isOpen(row.id)) place = index;
    if (place !== grid.selected) grid.select(place);
  }

  /** Asks for what is in view when nobody has scrolled for a moment: what flies by is not looked at. */
  function loadVisible() {
    wanted = 0;
    const { first, end } = grid.range;
    for (let start = Math.floor(first / portion) * portion; start < end; start += portion) if (!portions.has(start)) load(start, true);
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
    const { first, end } = grid.range;
    const visible = [];
    for (let start = Math.floor(first / portion) * portion; start < Math.max(end, 1); start += portion) visible.push(start);
    for (const start of visible) load(start, true);
    showCollections();
  }

  /** Another list. */
  function begin() {
    rows = new Map();
    portions = new Set();
    known = new Map();
    length = 0;
    grid.select(-1);
    grid.scrollTo(0);
    grid.refresh();
    load(0);
  }

  // MARK: Where somebody is

  function open(place) {
    const row = rows.get(place);
    if (row) page.go(['data', ...collection.split('/'), row.id], { q: filter || null });
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
    const links = segments.map((segment, index) => h('a', { href: page.link(['data', ...segments.slice(0, index + 1)]), title: segment }, nameText(segment)));
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
    update(segments, parameters) {
      const path = segments.filter(Boolean);
      const isDocument = path.length > 0 && path.length % 2 === 0;
      const next = (isDocument ? path.slice(0, -1) : path).join('/') || null;
      const above = path.slice(0, path.length - (isDocument ? 2 : 1)).join('/');
      showCrumbs(path);
      element.classList.toggle('open', isDocument);
      panel.show(isDocument ? path.join('/') : null);
      const asked = parameters?.get('q') ?? '';
      const isOther = next !== collection || above !== parent;
      if (isOther || (asked !== filter && document.activeElement !== find)) {
        collection = next;
        parent = above;
        find.value = filter = asked;
        sought = isDocument ? path.at(-1) : null;
        begin();
        if (isOther) showCollections();
      } else mark();
    },
    pulse(pulse) {
      const now = pulse.writes + pulse.deletes;
      if (now === shownAt) return;
      shownAt = now;
      changes.ask();
    },
    key(event) {
      if (event.key === '/') find.focus();
      else if (event.key === 'Escape' && panel.isOpen) panel.close();
      else return false;
      return true;
    },
    leave() {
      changes.cancel();
      search.cancel();
      clearTimeout(wanted);
      narrow.removeEventListener('change', reload);
    },
  };
  return view;
}
