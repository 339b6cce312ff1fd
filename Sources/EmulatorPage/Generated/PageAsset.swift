// Written by `make codes` from the sources. Change them, not this file.
// swift-format-ignore-file

/// The files of the page, by the names that it asks for them by.
package enum PageAsset: String, CaseIterable, Sendable {
  case apiJs = "api.js"
  case appJs = "app.js"
  case codeEditorJs = "code-editor.js"
  case costViewJs = "cost-view.js"
  case dataViewJs = "data-view.js"
  case dataCss = "data.css"
  case differenceJs = "difference.js"
  case dividerJs = "divider.js"
  case documentPanelJs = "document-panel.js"
  case domJs = "dom.js"
  case eventsJs = "events.js"
  case exchangeJs = "exchange.js"
  case fieldTableJs = "field-table.js"
  case fieldsTextJs = "fields-text.js"
  case formatJs = "format.js"
  case iconSvg = "icon.svg"
  case indexWritingJs = "index-writing.js"
  case indexHtml = "index.html"
  case indexesViewJs = "indexes-view.js"
  case jsonTextJs = "json-text.js"
  case layoutCss = "layout.css"
  case lineEndsJs = "line-ends.js"
  case listenersViewJs = "listeners-view.js"
  case mergeJs = "merge.js"
  case partsCss = "parts.css"
  case placesJs = "places.js"
  case queryFormJs = "query-form.js"
  case queryViewJs = "query-view.js"
  case realtimeDetailJs = "realtime-detail.js"
  case realtimeEditorJs = "realtime-editor.js"
  case realtimeViewJs = "realtime-view.js"
  case redrawJs = "redraw.js"
  case requestDetailJs = "request-detail.js"
  case requestStoreJs = "request-store.js"
  case requestsViewJs = "requests-view.js"
  case rulesTextJs = "rules-text.js"
  case rulesTrialJs = "rules-trial.js"
  case rulesViewJs = "rules-view.js"
  case tablesJs = "tables.js"
  case themeCss = "theme.css"
  case unsavedJs = "unsaved.js"
  case valuesJs = "values.js"
  case viewsCss = "views.css"
  case virtualListJs = "virtual-list.js"

  package var text: String {
    switch self {
    case .apiJs: ###"""
// What the page asks the emulator for; the same is open to scripts.

const root = '/firebreak/v1/';

/** An answer that says no, with the words of the emulator. */
export class Refusal extends Error {
  /** @param {{status?: number, error?: object}} [answer] of HTTP, with the `error` of its body */
  constructor(message, { status = 0, error = null } = {}) {
    super(message);
    this.status = status;
    /** What is there now, where it is something else than was edited. */
    this.current = error?.current ?? null;
  }
}

async function ask(path, options) {
  const text = await answer(path, options);
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    throw new Refusal('The emulator answered something that is no JSON.');
  }
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(root + path, options);
  } catch {
    throw new Refusal('The emulator does not answer.');
  }
  const text = await response.text();
  if (response.ok) return text;
  const error = errorOf(text);
  throw new Refusal(error?.message ?? `The emulator answered ${response.status}.`, { status: response.status, error });
}

function errorOf(text) {
  try {
    return JSON.parse(text).error;
  } catch {
    return null;
  }
}

const query = (parameters) => {
  const known = Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return known.length ? `?${new URLSearchParams(known)}` : '';
};

/** An answer that is a text. */
export const getText = (path, parameters) => answer(path + query(parameters));

export const get = (path, parameters) => ask(path + query(parameters));

export const send = (method, path, parameters, body) => ask(path + query(parameters), {
  method,
  headers: body === undefined ? {} : { 'content-type': 'application/json' },
  body: body === undefined ? undefined : JSON.stringify(body),
});

/** Of the stream of what happens behind what is known. */
export const eventsAddress = (known) => `${root}events${query(known)}`;

"""###
    case .appJs: ###"""
// The page as a whole: which view is shown, what all of them share, and what happens meanwhile.

import { get, Refusal } from './api.js';
import { count, counted, fileName } from './format.js';
import { fill, h, sign, toast } from './dom.js';
import { redraw } from './redraw.js';
import * as places from './places.js';
import { mayBeLost } from './unsaved.js';
import { SharedEvents } from './events.js';
import { RequestStore } from './request-store.js';
import { requestsView } from './requests-view.js';
import { dataView } from './data-view.js';
import { realtimeView } from './realtime-view.js';
import { queryView } from './query-view.js';
import { costView } from './cost-view.js';
import { indexesView } from './indexes-view.js';
import { rulesView } from './rules-view.js';
import { listenersView } from './listeners-view.js';

const views = [
  { id: 'requests', name: 'Requests', sign: 'M4 6h16M4 12h16M4 18h10', make: requestsView },
  { id: 'data', name: 'Data', sign: 'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3', make: dataView },
  // Beside the documents of Firestore, not in the list of views.
  { id: 'realtime', name: 'Realtime Database', belongsTo: 'data', make: realtimeView },
  { id: 'query', name: 'Query', sign: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5', make: queryView },
  { id: 'cost', name: 'Cost', sign: 'M5 20V10M12 20V4M19 20v-7', make: costView },
  { id: 'indexes', name: 'Indexes', sign: 'M4 6h10M4 12h7M4 18h5M17 8v12m0 0l-3-3m3 3l3-3', make: indexesView },
  { id: 'rules', name: 'Rules', sign: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z', make: rulesView },
  { id: 'listeners', name: 'Listeners', sign: 'M5 12a7 7 0 0 1 14 0M8.5 12a3.5 3.5 0 0 1 7 0M12 12v8', make: listenersView },
];

/** Beside the names of views, where there is something to count. */
const figures = new Map(views.map(({ id }) => [id, h('span.count', { 'data-count': id })]));
const listed = views.filter(({ belongsTo }) => !belongsTo);
const main = document.getElementById('main');
let shown = null;
let view = null;
/** The address of what is shown. */
let placed = location.hash;
let overview = { databases: [], emulators: {} };
/** Requests that are asked for at once. */
const firstRows = 2000;

const page = {
  store: new RequestStore(),
  parameters: new URLSearchParams(),
  /** The whole name of the database that views are about. The address says it, where it is not the first one. */
  database: '(default)',

  /**
   * @param {{database?: string}} [parameters] `database` is the whole name of one; without it, it is the one that is shown
   */
  link(place, parameters = {}) {
    const { database = page.database, ...others } = parameters;
    const isAbout = aboutDatabase.has([place].flat()[0]) && !others.instance;
    return places.link(place, isAbout ? { ...others, database: shortName(database) } : others);
  },
  dataLink: (path, database) => page.link(['data', ...path.split('/').filter(Boolean)], { database }),
  go(place, parameters) { location.hash = page.link(place, parameters); },
  replace(place, parameters) {
    history.replaceState(null, '', page.link(place, parameters));
    placed = location.hash;
  },

  /** What views remember of what somebody has typed, while the page is open. */
  kept: {},

  /** Whether what is typed and not saved may be lost, if there is something. */
  async mayLeave() {
    const unsaved = view?.unsaved?.() ?? null;
    if (unsaved === null) return true;
    if (!(await mayBeLost(unsaved))) return false;
    view.discard();
    return true;
  },

  databaseName: () => page.database,

  exports() {
    const { firestore, database } = overview.emulators;
    const lines = [];
    if (firestore) lines.push(`export FIRESTORE_EMULATOR_HOST=${firestore.host}:${firestore.port}`);
    if (database) lines.push(`export FIREBASE_DATABASE_EMULATOR_HOST=${database.host}:${database.port}`);
    return lines.join('\n');
  },

  /** Which of several databases something is about; nothing where that is the first one. */
  labelOf(row) {
    const isFirst = [firstDatabase(), page.instances[0]].includes(row.database);
    if (isFirst || !row.database) return '';
    const known = overview.databases.find(({ name }) => name === row.database);
    return known ? label(known) : row.database;
  },

  get folder() { return overview.folder; },

  /** Firestore or the Realtime Database; nothing where only one of them is served. */
  dataChoice(current) {
    if (!overview.emulators.database) return null;
    const choices = [['data', 'Firestore'], ['realtime', 'Realtime']];
    return h('div.chips', { role: 'group', 'aria-label': 'Kind of database' },
      choices.map(([id, name]) => h('a.button', { href: page.link(id), 'aria-current': id === current && 'true' }, name)));
  },

  get instances() { return overview.emulators.database ? overview.realtime : []; },

  /** Rules of Firestore or of an instance of the Realtime Database; nothing where there are only those of one. */
  rulesChoice(instance) {
    if (!page.instances.length && !instance) return page.databaseChoice();
    const known = [...new Set([...page.instances, ...(instance ? [instance] : [])])];
    const choice = h('select', { 'aria-label': 'Rules of', onchange: async () => {
      const [kind, name] = JSON.parse(choice.value);
      if (await page.mayLeave()) page.go('rules', { [kind]: name });
      else choice.value = JSON.stringify(instance ? ['instance', instance] : ['database', page.database]);
    } }, overview.databases.map(({ name, project, database }) => h('option', { value: JSON.stringify(['database', name]), selected: !instance && name === page.database }, `Firestore ${label({ project, database })}`)),
    known.map((name) => h('option', { value: JSON.stringify(['instance', name]), selected: name === instance }, `Realtime ${name}`)));
    return choice;
  },

  /** Which database a view is about; nothing where there is only one. */
  databaseChoice() {
    const names = overview.databases.map(({ name }) => name);
    if (names.length < 2) return null;
    const choice = h('select', { 'aria-label': 'Database', onchange: async () => {
      if (await page.mayLeave()) page.go(shown, { database: choice.value });
      else choice.value = page.database;
    } },
      overview.databases.map((known) => h('option', { value: known.name, selected: known.name === page.database }, label(known))));
    return choice;
  },
};

/** As somebody tells databases apart: those of other projects with the project. */
const label = ({ project, database }) => (project === overview.project ? database : `${project} / ${database}`);

/** Views whose addresses say a database. */
const aboutDatabase = new Set(['data', 'query', 'indexes', 'rules']);

const firstDatabase = () => overview.databases[0]?.name ?? '(default)';

/** As an address says it: an id of the own project, or a whole name; nothing for the first one. */
function shortName(name) {
  if (name === firstDatabase() || name === '(default)') return null;
  const own = `projects/${overview.project}/databases/`;
  return name.startsWith(own) ? name.slice(own.length) : name;
}

function wholeName(short) {
  if (short === null) return firstDatabase();
  return short.includes('/') ? short : `projects/${overview.project}/databases/${short}`;
}

/** The database of an address; of one that says nothing of databases the one that was shown last. */
const databaseOf = ({ id, parameters }) => (aboutDatabase.has(id) && !parameters.has('instance') ? wholeName(parameters.get('database')) : page.database);

// MARK: Views

/** What the address says; one that cannot be read, or names no view, is told. */
function route() {
  const place = places.read(location.hash);
  if (place?.id === '') return { ...place, known: listed[0] };
  const known = place && views.find(({ id }) => id === place.id);
  return known ? { ...place, known } : { id: '', rest: [], parameters: new URLSearchParams(), known: { id: 'nowhere', name: 'No such view', make: nowhere } };
}

function nowhere() {
  const element = h('section.view', null, h('div.head', null, h('h1', null, 'There is nothing at this address')),
    h('p.note.warn', null, h('code', null, location.hash.slice(0, 300)), places.read(location.hash) ? ' names no view of this page.' : ' cannot be read: a percent sign stands for itself as %25.'),
    h('p.summary', null, h('a', { href: places.link(listed[0].id) }, `To the ${listed[0].name.toLowerCase()}`)));
  return { element, update() {}, leave() {} };
}

function show(isNew = false) {
  const { known, rest, parameters } = route();
  placed = location.hash;
  page.parameters = parameters;
  const database = databaseOf({ id: known.id, parameters });
  const isOther = database !== page.database;
  page.database = database;
  if (isOther) linkViews();
  if (isOther || shown !== known.id || known.id === 'nowhere' || isNew) {
    view?.leave();
    shown = known.id;
    view = known.make(page);
    fill(main, view.element);
    document.title = `${known.name} · Firebreak emulator`;
    markView();
    // The first Tab leads into the view.
    if (document.activeElement === document.body) main.focus({ preventScroll: true });
  }
  view.update(rest, parameters);
}

/** What would be lost by going to an address; null: nothing. */
function lostBy(hash) {
  const place = places.read(hash);
  const stays = place !== null && place.id === shown && databaseOf(place) === page.database && (view?.keeps?.(place.rest, place.parameters) ?? false);
  return stays ? null : view?.unsaved?.() ?? null;
}

/** Asks whether what is unsaved may be lost, and goes there if it may. */
async function leaveFor(hash, unsaved) {
  if (document.querySelector('dialog[open]') || !(await mayBeLost(unsaved))) return;
  view.discard();
  if (location.hash === hash) show();
  else location.hash = hash;
}

/** The address is another one. Before there is a view, `begin` shows it. */
function move() {
  if (!view || location.hash === placed) return;
  const wanted = location.hash;
  const unsaved = lostBy(wanted);
  if (unsaved === null) {
    show();
    return;
  }
  history.replaceState(null, '', placed || '#/');
  leaveFor(wanted, unsaved);
}

// Where the browser asks before it goes, nothing has to be taken back.
globalThis.navigation?.addEventListener('navigate', (event) => {
  if (!event.hashChange || !event.cancelable) return;
  const { hash } = new URL(event.destination.url);
  const unsaved = hash === placed ? null : lostBy(hash);
  if (unsaved === null) return;
  event.preventDefault();
  leaveFor(hash, unsaved);
});

/** To each view, about the database that is shown. */
function linkViews() {
  redraw(document.getElementById('rail'), listed.map(({ id, name, sign: path }) => h('a', { href: page.link(id), 'data-view': id, title: name },
    sign(path), h('span.label', null, name), figures.get(id))));
  markView();
}

function markView() {
  const known = views.find(({ id }) => id === shown);
  for (const link of document.querySelectorAll('#rail a')) {
    if (link.dataset.view === (known?.belongsTo ?? known?.id)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

linkViews();
addEventListener('hashchange', move);
addEventListener('beforeunload', (event) => { if ((view?.unsaved?.() ?? null) !== null) event.preventDefault(); });
document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const field = event.target.closest('input, textarea, select');
  if (field && event.key !== 'Escape') return;
  const number = Number(event.key);
  if (number >= 1 && number <= listed.length) page.go(listed[number - 1].id);
  else if (!view?.key?.(event)) {
    if (!field) return;
    // Nothing was open: the keys are those of the page again.
    main.focus();
  }
  event.preventDefault();
});

// MARK: What happens

const pulse = document.getElementById('pulse');
const health = document.getElementById('health');

function tell(sums) {
  const facts = [
    [count(sums.requests), 'requests', ''], [count(sums.reads), 'reads', ''], [count(sums.writes), 'writes', ''],
    [count(sums.denied), 'denied', 'extra'],
  ];
  redraw(pulse, facts.map(([figure, name, style]) => h('div', { class: style }, h('dt', null, name), h('dd', null, figure))));
  const broken = sums.broken ?? [];
  health.className = broken.length ? 'health broken' : 'health';
  health.title = broken.join(', ');
  redraw(health, broken.length ? [h('a', { href: page.link(isOfIndexes(broken[0]) ? 'indexes' : 'rules') }, fileName(broken[0])), broken.length > 1 ? ` and ${broken.length - 1} more have errors` : ' has errors'] : overview.mode ?? '');
  const missing = figures.get('indexes');
  missing.textContent = sums.missing || '';
  missing.title = sums.missing ? counted(sums.missing, 'missing index', 'missing indexes') : '';
  view?.pulse?.(sums);
}

const isOfIndexes = (path) => overview.databases.some(({ indexes }) => indexes && path.endsWith(fileName(indexes)));

/** @param {'requests' | 'pulse' | 'away'} kind */
async function learn(kind, value) {
  if (kind === 'away') away();
  else if (value.run !== page.store.run) await restart();
  else if (kind === 'pulse') tell(value);
  else await learnRequests(value);
}

async function learnRequests({ rows, skipped }) {
  if (!rows.length) return;
  const lacking = rows[0].n - 1 - page.store.last;
  // What another tab was told before this one listened.
  if (lacking > 0 && skipped === 0) {
    const known = await get('requests', { after: page.store.last, limit: lacking });
    if (known.run === page.store.run) page.store.add(known.rows);
  }
  page.store.add(rows, skipped > 0 ? Math.max(0, lacking) : 0);
  // A client has named a database that was not there before.
  if (rows.some(({ product, database }) => product === 'firestore' && !overview.databases.some(({ name }) => name === database))) overview = await get('overview');
}

/** The emulator was started anew: what was shown is of another one, where the same numbers are other requests. */
async function restart() {
  const { id, rest, parameters } = places.read(location.hash) ?? {};
  const isOther = page.store.run !== null;
  if (id === 'requests' && rest.length && isOther) page.replace('requests', Object.fromEntries(parameters));
  await begin();
  if (isOther && (view?.unsaved?.() ?? null) === null) toast('The emulator was started anew: the requests of before are gone.');
}

async function begin() {
  try {
    const told = await get('overview');
    const [requests, sums] = await Promise.all([get('requests', { limit: firstRows }), get('pulse')]);
    // Started anew between the questions.
    if (requests.run !== told.run || sums.run !== told.run) return begin();
    overview = told;
    const project = document.getElementById('project');
    project.textContent = overview.project;
    project.title = `${overview.project}, mode ${overview.mode}, version ${overview.version}`;
    linkViews();
    page.store.begin(told.run, requests.rows);
    tell(sums);
    setTimeout(() => older(page.store.run), 200);
  } catch (problem) {
    away();
  }
  if ((view?.unsaved?.() ?? null) === null) show(true);
  else toast('The emulator was started anew. What you are editing is still here.');
  return null;
}

/** The requests before those that are shown at first, so that a list, its filters and its search go back as far as is kept. */
async function older(run) {
  const first = page.store.rows[0]?.n ?? 1;
  page.store.isReading = first > 1 && !page.store.isFull;
  if (!page.store.isReading) return page.store.tell(0);
  try {
    const { run: answered, rows } = await get('requests', { before: first, limit: firstRows });
    if (run !== answered || run !== page.store.run) return null;
    page.store.isReading = rows.length > 0;
    if (!rows.length) return page.store.tell(0);
    page.store.prepend(rows);
    setTimeout(() => older(run), 20);
  } catch {
    // They are gone, or the emulator is.
    page.store.isReading = false;
  }
  return null;
}

function away() {
  health.className = 'health away';
  health.textContent = 'the emulator is away';
}

// MARK: Themes

const theme = document.getElementById('theme');
const wantsDark = matchMedia('(prefers-color-scheme: dark)');

function paint(name) {
  document.documentElement.dataset.theme = name;
  const other = name === 'dark' ? 'light' : 'dark';
  theme.textContent = other === 'dark' ? 'Dark' : 'Light';
  theme.setAttribute('aria-label', `Switch to the ${other} theme`);
}

const chosen = () => localStorage.getItem('theme') ?? (wantsDark.matches ? 'dark' : 'light');
paint(chosen());
wantsDark.addEventListener('change', () => paint(chosen()));
theme.addEventListener('click', () => {
  const wanted = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  // What the system says is no choice: from there on, the page follows it again.
  if (wanted === (wantsDark.matches ? 'dark' : 'light')) localStorage.removeItem('theme');
  else localStorage.setItem('theme', wanted);
  paint(chosen());
});

// One after the other: what comes while something is asked for is learnt behind it.
let learnt = null;
const events = new SharedEvents(
  (kind, value) => { learnt = learnt.then(() => learn(kind, value)).catch((problem) => { if (problem instanceof Refusal) away(); else reportError(problem); }); },
  () => ({ run: page.store.run, after: page.store.last }));
learnt = begin();
await learnt;
events.lead(document.hidden ? {} : { steal: true });

"""###
    case .codeEditorJs: ###"""
// A text area for rules with numbered lines, colours, and what is wrong with a line marked at it.

import { h } from './dom.js';
import { redraw } from './redraw.js';
import { highlight } from './rules-text.js';

/** More is typed without colours: each key would be felt. */
const longest = 200_000;

export class CodeEditor {
  /** @param {{label: string, text: string, changed: () => void, save: () => void}} options */
  constructor({ label, text, changed, save }) {
    this.area = h('textarea.editor', {
      'aria-label': label, spellcheck: 'false', wrap: 'off', autocomplete: 'off', oninput: () => { this.draw(); changed(); },
      onscroll: () => this.follow(), onkeydown: (event) => this.key(event, save),
    });
    this.area.value = text;
    this.numbers = h('pre.numbers', { 'aria-hidden': 'true' });
    this.colours = h('pre.colours', { 'aria-hidden': 'true' });
    this.element = h('div.code-editor', null, this.numbers, h('div.text', null, this.colours, this.area));
    /** By the lines that have some, whether one of their findings is an error. */
    this.marks = new Map();
    this.draw();
  }

  get value() { return this.area.value; }

  set value(text) {
    this.area.value = text;
    this.draw();
  }

  /** @param {{line?: number, severity: string}[]} findings */
  mark(findings) {
    this.marks = new Map();
    for (const { line, severity } of findings) if (line) this.marks.set(line, severity === 'error' || this.marks.get(line) === true);
    this.draw();
  }

  draw() {
    const lines = this.area.value.split('\n');
    const style = (number) => (this.marks.has(number) ? (this.marks.get(number) ? '.wrong' : '.doubtful') : '');
    redraw(this.numbers, lines.map((_, index) => h(`span${style(index + 1)}`, null, `${index + 1}\n`)));
    const isPlain = this.area.value.length > longest;
    this.element.classList.toggle('plain', isPlain);
    redraw(this.colours, isPlain ? null : lines.map((line, index) => h(`span${style(index + 1)}`, null, highlight(line), '\n')));
    this.follow();
  }

  follow() {
    const { scrollTop, scrollLeft } = this.area;
    this.numbers.scrollTop = scrollTop;
    this.colours.scrollTop = scrollTop;
    this.colours.scrollLeft = scrollLeft;
  }

  /** The cursor in a line, in the middle of what is seen. */
  goTo(number, { column = 1, selects = false } = {}) {
    const { area } = this;
    const lines = area.value.split('\n');
    const start = lines.slice(0, number - 1).reduce((length, one) => length + one.length + 1, 0);
    const place = start + Math.min(column - 1, (lines[number - 1] ?? '').length);
    area.focus();
    area.setSelectionRange(selects ? start : place, selects ? start + (lines[number - 1] ?? '').length : place);
    area.scrollTop = Math.max(0, (number - 1) * (area.scrollHeight / lines.length) - area.clientHeight / 2);
    this.follow();
  }

  /** Tab goes to the next control, as everywhere; two blanks are typed with Ctrl and ]. */
  key(event, save) {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === 's') save();
    else if (event.key === ']') {
      this.area.setRangeText('  ', this.area.selectionStart, this.area.selectionEnd, 'end');
      this.area.dispatchEvent(new Event('input'));
    } else return;
    event.preventDefault();
  }
}

"""###
    case .costViewJs: ###"""
// What the session has cost: sums, a chart by the minute, who and what, and a month like this.

import { get, getText, send } from './api.js';
import { bytes, clock, count, counted, duration, money } from './format.js';
import { fill, h, toast, Reload } from './dom.js';
import { redraw } from './redraw.js';
import { stacked } from './tables.js';
import { agreed } from './unsaved.js';

export function costView(page) {
  const body = h('div', null);
  /** What a workload that was made says of itself. */
  const made = h('div', { role: 'status' });
  const place = h('select', { 'aria-label': 'Location of the prices', onchange: () => load(place.value) });
  const element = h('section.view', null,
    h('div.head', null, h('h1', null, 'Cost'), h('span.soft', { id: 'since' }), h('span.gap'), h('label.soft', null, 'Prices of ', place),
      h('a.button', { href: `/firebreak/v1/workload?${new URLSearchParams({ database: page.database })}`, download: 'session.workload.yaml', title: 'What was asked, as a file that firebreak run plays', onclick: download }, 'Make a workload'),
      h('button.button', { type: 'button', onclick: reset }, 'Reset')), made, body);
  let location = localStorage.getItem('location');
  let shownAt = -1;
  let shownMeter = null;
  /** What the chart is about. */
  let unit = localStorage.getItem('chart');
  if (!Object.hasOwn(charts, unit)) unit = 'operations';

  /** By hand, so that a refusal is read and no file is made of it. */
  async function download(event) {
    event.preventDefault();
    try {
      const text = await getText('workload', { database: page.database });
      const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
      h('a', { href: url, download: 'session.workload.yaml' }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      fill(made, madePart(text));
    } catch (problem) { fill(made, h('p.note.bad', null, problem.message)); }
  }

  async function reset() {
    const isMeant = await agreed({
      title: 'Count anew?', text: 'Every sum of this session is forgotten: of operations, users, minutes and tests. The list of requests stays.',
      yes: 'Count anew', no: 'Keep counting',
    });
    if (!isMeant) return;
    try {
      await send('DELETE', 'ledger');
      toast('Counting begins anew');
      await load();
    } catch (problem) { toast(problem.message); }
  }

  async function load(chosen = location) {
    if (chosen !== location) localStorage.setItem('location', chosen);
    location = chosen;
    try {
      draw(await get('meter', { location }));
    } catch (problem) {
      // A place that was chosen once may be none of this emulator.
      if (location !== null && shownMeter === null) {
        localStorage.removeItem('location');
        location = null;
        await load();
      } else redraw(body, h('p.note.bad', null, problem.message));
    }
  }

  function draw(meter) {
    shownMeter = meter;
    const { prices } = meter;
    const names = prices.locations.includes(prices.location) ? prices.locations : [prices.location, ...prices.locations].filter(Boolean);
    const lacking = new Set(prices.incomplete);
    redraw(place, names.map((name) => h('option', { value: name, key: name }, lacking.has(name) ? `${name} (without all prices)` : name)));
    place.value = prices.location ?? '';
    const seconds = (Date.parse(meter.now) - Date.parse(meter.since)) / 1000;
    element.querySelector('#since').textContent = `since ${clock(meter.since)} UTC, ${duration(seconds)}`;
    redraw(body, tiles(meter), chart(meter, unit, choose), ranking('By operation', meter.operations, page, 'operation'), ranking('By user', meter.callers, page, 'user'), month(meter));
  }

  function choose(chosen) {
    unit = chosen;
    localStorage.setItem('chart', unit);
    draw(shownMeter);
  }

  const reload = new Reload(() => load(), 400);
  load();
  return {
    element,
    update() {},
    pulse(pulse) {
      // What is shown changes with requests alone; not more often than somebody can read.
      if (pulse.last === shownAt) return;
      shownAt = pulse.last;
      reload.ask();
    },
    leave() { reload.cancel(); },
  };
}

function tiles({ total, month }) {
  const rules = total.ruleReads ? `${count(total.ruleReads)} of them by rules` : 'none by rules';
  const facts = [
    ['Reads', count(total.reads), rules], ['Writes', count(total.writes), `${count(total.deletes)} deletes`],
    ['Sent', bytes(total.bytes + total.realtimeBytes), `${count(total.requests)} requests`],
    ['Listeners', count(total.listeners), total.restarted ? `${count(total.restarted)} began anew, ${counted(total.reissued, 'read')}` : 'none began anew'],
    ['So far', ...priced(money(total.cost), total, 'by the price list alone')],
    ['A month like this', ...priced(month.amount, month, 'every day like this session, free quota taken off')],
  ];
  return h('dl.tiles', null, facts.map(([name, figure, more]) => h('div', null, h('dt', null, name), h('dd.big', null, figure), h('dd.soft', null, more))));
}

/** A sum of money; where a price is missing, the part that is known, and what is missing. */
function priced(amount, { known, unpriced }, remark) {
  if (amount !== null && amount !== undefined) return [amount, remark];
  const lacking = `no price for ${unpriced.map((part) => names[part].toLowerCase()).join(', ')} at this location: a price list of your own can have it`;
  return [Number(known.replace(/[^0-9.]/g, '')) > 0 ? `${money(known)} and more` : 'no price', lacking];
}

/** What the file of a workload says that it does not have, beside how it is used. */
function madePart(text) {
  const remarks = text.split('\n').filter((line) => line.startsWith('# ') && !line.includes('yaml-language-server')).map((line) => line.slice(2));
  return [h('p.note.good', null, h('b', null, 'session.workload.yaml '), 'is downloaded. Put it into the folder firebreak of the project, and play it with ', h('code', null, 'firebreak run'), '.'),
    remarks.length > 0 && h('p.note.warn', null, remarks.join(' '))];
}

const ofMoney = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** What the chart can show: of each minute the parts of its bar, and how a figure is written. */
const charts = {
  operations: {
    name: 'Reads and writes', text: count,
    series: [
      ['reads', 's1', (minute) => minute.reads - minute.ruleReads], ['reads by rules', 's2', (minute) => minute.ruleReads],
      ['writes and deletes', 's3', (minute) => minute.writes + minute.deletes],
    ],
  },
  bytes: {
    name: 'Bytes', text: bytes,
    series: [['sent by Firestore', 's1', (minute) => minute.bytes], ['by the Realtime Database', 's2', (minute) => minute.realtimeBytes]],
  },
  money: {
    name: 'Money', text: (value, currency) => (currency === 'USD' ? `$${ofMoney.format(value)}` : `${ofMoney.format(value)} ${currency}`),
    series: [['reads, writes and deletes by the price list', 's1', (minute) => minute.amount ?? 0]],
  },
};

/** Minutes that a chart shows at most, and at least. */
const [mostMinutes, fewestMinutes] = [60, 10];

/** From the beginning on, the last hour at most; a bar a minute; minutes in which nothing was asked are empty. */
function chart(meter, unit, choose) {
  const { name, series, text } = charts[unit];
  const tell = (value) => text(value, meter.prices.currency);
  const end = Math.floor(Date.parse(meter.now) / 60000);
  const known = new Map(meter.minutes.map((minute) => [Math.floor(Date.parse(minute.time) / 60000), series.map(([, , part]) => part(minute))]));
  const length = Math.min(mostMinutes, Math.max(fewestMinutes, end - Math.floor(Date.parse(meter.since) / 60000) + 1));
  const step = 960 / length;
  const minutes = Array.from({ length }, (_, index) => known.get(end - length + 1 + index) ?? series.map(() => 0));
  const highest = Math.max(...minutes.map((parts) => parts.reduce((total, part) => total + part, 0)));
  const width = 960;
  const height = 130;
  const hour = (index) => clock(new Date((end - length + 1 + index) * 60000).toISOString()).slice(0, 5);
  const bars = minutes.map((parts, index) => {
    let top = height;
    const title = `${hour(index)}: ${series.map(([of], part) => `${tell(parts[part])} ${of}`).join(', ')}`;
    return h('g', null, h('title', null, title), h('rect.hit', { x: index * step, y: 0, width: step, height }),
      parts.map((part, place) => {
        const size = highest > 0 ? (part / highest) * (height - 6) : 0;
        top -= size;
        return size > 0 && h(`rect.${series[place][1]}`, { x: index * step + step / 8, y: top, width: step * 0.75, height: Math.max(1, size) });
      }));
  });
  const isUnpriced = unit === 'money' && meter.minutes.some((minute) => minute.amount === null);
  return h('figure.chart', null,
    h('figcaption', null, 'By the minute (UTC)', isUnpriced && h('span.soft', null, ' no price at this location'),
      h('span.legend', null, series.map(([of, style]) => h('span', null, h(`i.${style}`), of))),
      h('span.chips', { role: 'group', 'aria-label': 'What the chart shows' }, Object.entries(charts).map(([id, known]) => h('button.button', { type: 'button', 'data-unit': id, 'aria-pressed': String(id === unit), onclick: () => choose(id) }, known.name)))),
    h('div.plot', null,
      h('div.heights.soft', { 'aria-hidden': 'true' }, highest > 0 && [1, 0.5, 0].map((part) => h('span', null, part === 0.5 && unit !== 'money' && highest < 2 ? '' : tell(highest * part)))),
      h('svg', { viewBox: `0 0 ${width} ${height + 18}`, role: 'img', 'aria-label': `${name} by the minute, ${length} minutes, at most ${tell(highest)}`, preserveAspectRatio: 'none' },
        h('line.axis', { x1: 0, x2: width, y1: height, y2: height }), bars)),
    h('p.scale.soft', null, h('span', null, hour(0)), h('span', null, hour(length - 1))));
}

/** What comes when there are too many names is summed up under this one. */
const others = '(others)';

/** Of a price as it is written. */
const amount = (text) => Number((text ?? '').replace(/[^0-9.]/g, '')) || 0;

/** @param {'operation' | 'user'} kind of the names */
function ranking(title, rows, page, kind) {
  if (!rows.length) return null;
  const most = Math.max(1, ...rows.map((row) => row.reads));
  const dearest = [...rows].sort((one, other) => amount(other.cost) - amount(one.cost) || other.reads - one.reads);
  return h('section.part', { key: title }, h('h2', null, title), h('div.scroll', null, stacked(h('table', null,
    h('thead', null, h('tr', null, ['Name', '', 'Reads', 'by rules', 'Writes', 'Deletes', 'Sent', 'Requests', 'Denied', 'Cost'].map((name, index) => h(index > 1 ? 'th.num' : index === 1 ? 'th.share' : 'th', { scope: 'col' }, name)))),
    h('tbody', null, dearest.map((row) => h('tr', { key: row.name },
      h('td', null, row.name === others ? row.name : h('a', { href: page.link('requests', { [kind]: row.name }) }, row.name), row.query && h('p.mono.soft', null, h('a.plain', { href: page.link('query', { q: row.query }), title: 'Open in Query' }, row.query))),
      h('td.share', null, row.reads > 0 && h('i', { style: { width: `${(row.reads / most) * 100}%` } })),
      [row.reads, row.ruleReads, row.writes, row.deletes].map((figure) => h('td.num', null, count(figure))),
      h('td.num', null, bytes((row.bytes ?? 0) + (row.realtimeBytes ?? 0))),
      [row.requests, row.denied].map((figure) => h('td.num', null, count(figure))),
      h('td.num', null, money(row.cost) ?? ''))))))));
}

const names = {
  reads: 'Reads', writes: 'Writes', deletes: 'Deletes', ttlDeletes: 'Deletes by time to live', egress: 'Sent', storage: 'Stored',
  rtdbDownload: 'Sent by the Realtime Database', rtdbStorage: 'Stored in the Realtime Database',
};

const ofBytes = new Set(['egress', 'storage', 'rtdbDownload', 'rtdbStorage']);

/** Exact numbers are long: with their unit, or with commas. */
function quantity(part, text) {
  const number = Number.parseFloat(text);
  if (!Number.isFinite(number)) return text;
  return ofBytes.has(part) ? bytes(number) : count(number);
}

function month({ month, prices }) {
  if (!month.lines.length) return null;
  return h('section.part', null, h('h2', null, 'A month in which every day is like this session'),
    h('div.scroll', null, stacked(h('table', null,
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Part'), h('th.num', { scope: 'col' }, 'A month'), h('th.num', { scope: 'col' }, 'Billed'), h('th.num', { scope: 'col' }, 'Amount'))),
      h('tbody', null, month.lines.map((line) => h('tr', null, h('td', null, names[line.part] ?? line.part), h('td.num', null, quantity(line.part, line.quantity)), h('td.num', null, quantity(line.part, line.billed)), h('td.num', null, line.amount ?? 'no price'))))))),
    h('p.soft', null, `Price list ${prices.book}${prices.asOf ? ` of ${prices.asOf}` : ''}, ${prices.location ?? 'without a location'}.`));
}

"""###
    case .dataViewJs: ###"""
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

"""###
    case .dataCss: ###"""
/* Data and queries. */
.data { display: flex; flex-direction: column; height: 100%; min-height: 0; }
.crumbs { display: flex; flex-wrap: wrap; gap: 4px; align-items: baseline; font-family: var(--mono); font-size: 12.5px; min-width: 0; }
.crumbs a { max-width: 34ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.data.open .split { grid-template-columns: minmax(0, 1fr) 7px var(--pane, minmax(360px, 46%)); }
.finding { padding: 5px 12px; border-bottom: 1px solid var(--line); }
.finding input { flex: 1; min-width: 0; font-size: 12px; }
.browse { display: grid; grid-template-columns: minmax(130px, 210px) minmax(0, 1fr); min-height: 0; min-width: 0; }
.collections a { display: flex; justify-content: space-between; gap: 10px; padding: 5px 12px; color: var(--text); text-decoration: none; border-radius: 6px; }
.collections a span:first-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.collections a:hover { background: var(--raised); }
.collections a[aria-current] { background: var(--accent-ground); color: var(--accent); font-weight: 600; }
.browse > .collections { padding: 8px; border-right: 1px solid var(--line); overflow-y: auto; }
.collections .none { padding: 5px 12px; }
.columns.of-documents, .row.document-row { grid-template-columns: minmax(110px, 240px) minmax(0, 1fr); }
.row.document-row .c0 { font-family: var(--mono); font-size: 12px; color: var(--accent); }
.row.document-row .c1 { font-family: var(--mono); font-size: 12px; font-weight: 400; text-align: left; color: var(--soft); }
.data.open .columns.of-documents, .data.open .row.document-row { grid-template-columns: minmax(90px, 150px) minmax(0, 1fr); }
.document-row.gone .c0, .document-row.gone .c1 { color: var(--soft); font-style: italic; }
.line { display: flex; align-items: center; gap: 8px; }
.line input { flex: 1; font-family: var(--mono); }
.field-list .field-list { margin-left: 7px; padding-left: 8px; border-left: 2px solid var(--line); }
.field-list.outer > li { content-visibility: auto; contain-intrinsic-size: auto 34px; }
.fields { overflow-x: auto; padding: 2px; margin: -2px; }
.field { min-width: 300px; }
.field.inner, .element > .field.inner { grid-template-columns: minmax(70px, 1fr) 104px max-content 30px; }
.element > .field.inner { grid-template-columns: 26px 104px minmax(0, 1fr) 30px; }
.fold { justify-content: flex-start; padding: 0 8px; white-space: nowrap; }
.fold::before { content: "▸"; }
.fold[aria-expanded=true]::before { content: "▾"; }
.exact { display: block; padding: 0 0 2px 4px; font-size: 11.5px; }
.exact:empty { display: none; }
.find-field { width: 100%; margin-bottom: 6px; }
.actions { position: sticky; bottom: -30px; z-index: 1; margin: 0 -18px; padding: 8px 18px; background: var(--ground); border-top: 1px solid var(--line); }
.actions > [role=status]:not(:empty) { max-height: 45vh; overflow: auto; margin-bottom: 8px; }
.field { display: grid; grid-template-columns: minmax(70px, 1fr) 104px minmax(0, 2fr) 30px; gap: 6px; align-items: center; padding: 2px 0; }
.field .name, .field input.value, .field textarea.value { font-family: var(--mono); font-size: 12px; width: 100%; }
.field select { padding: 0 4px; color: var(--soft); width: 100%; }
.field select.value { color: var(--text); }
.element > .field { grid-template-columns: 26px 104px minmax(0, 1fr) 30px; }
.field .place { text-align: right; padding-right: 6px; }
.field button.quiet { padding: 0 7px; }
.add { color: var(--accent); padding: 0 4px; }
.button.bad { border-color: var(--bad); color: var(--bad); }
textarea.query { display: block; width: 100%; font-size: 13px; resize: vertical; }
.builder { margin-bottom: 10px; }
.builder .tools { margin-top: 8px; }
.builder .short { width: 70px; }
.place-of-problem { margin-top: 6px; font-family: var(--mono); font-size: 12.5px; white-space: pre-wrap; overflow-wrap: anywhere; }
.place-of-problem mark { background: none; color: inherit; text-decoration: underline wavy; text-underline-offset: 3px; }
.verdict { margin-top: 14px; display: grid; gap: 12px; }
.bill b { font-size: 16px; }
.cut { max-width: 0; width: 75%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.trial > * + * { margin-top: 10px; }
.trial .fields { max-width: 760px; }
.trial input.mono { min-width: 190px; }
.trial input.query-of-trial { flex: 1; min-width: min(380px, 100%); }
.trial textarea { display: block; width: 100%; max-width: 760px; resize: vertical; }
.tree-of-data { flex: 1; min-height: 0; overflow: auto; padding: 10px 12px 40px; }
.tree-of-data .none { padding: 6px 22px; }
.tree ul { margin-left: 11px; padding-left: 13px; border-left: 1px solid var(--line); }
.node { display: flex; align-items: center; gap: 8px; min-height: 26px; padding: 1px 6px 1px 0; border-radius: 6px; font-family: var(--mono); font-size: 12.5px; min-width: 0; }
.node:hover { background: var(--raised); }
.node .key { color: var(--text); font-weight: 600; overflow-wrap: anywhere; }
.node a.key { color: var(--accent); }
.node .twist { width: 22px; height: 22px; padding: 0; justify-content: center; flex: none; }
.node .leaf { height: auto; min-height: 24px; padding: 1px 6px; color: var(--text); font-weight: 400; white-space: pre-wrap; overflow-wrap: anywhere; text-align: left; max-height: 12em; overflow-y: auto; }
.node .leaf.string { color: var(--good); }
.node .leaf.number, .node .leaf.boolean { color: var(--accent); }
.node .soft { font-family: system-ui, sans-serif; font-size: 12px; }
.node .actions { display: flex; gap: 2px; margin-left: auto; flex: none; }
.node .actions button { height: 24px; padding: 0 7px; }
.editing { flex-wrap: wrap; padding: 6px 6px 6px 30px; background: var(--raised); }
.editing textarea, .editing .problem { flex-basis: 100%; }
.editing .problem:empty { display: none; }
.editing button, .editing .note { font-family: system-ui, sans-serif; font-size: 13px; }
.editing input, .editing textarea { min-width: 160px; flex: 1; }
.exchange { width: min(560px, calc(100vw - 24px)); padding: 16px 18px 18px; border: 1px solid var(--strong-line); border-radius: 12px; background: var(--ground); color: var(--text); box-shadow: var(--shadow); }
.exchange::backdrop { background: rgb(10 15 20 / .45); }
.exchange .head { margin-bottom: 6px; }
.exchange > * + * { margin-top: 10px; }
.exchange label { display: block; font-weight: 600; font-size: 12px; }
.exchange label + * { margin-top: 4px; }
.exchange .wide { width: 100%; }
.chips a[aria-current] { background: var(--accent-ground); border-color: var(--accent); color: var(--accent); }
@media (max-width: 900px) {
  .browse { grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); }
  .browse > .collections { display: flex; gap: 4px; border-right: 0; border-bottom: 1px solid var(--line); overflow-x: auto; }
  .collections a { white-space: nowrap; }
  .browse > .collections a { max-width: 62vw; }
  .data.open .split { grid-template-columns: minmax(0, 1fr); }
  .data.open .browse { display: none; }
  .row.document-row { grid-template: "id" 22px "fields" 18px / minmax(0, 1fr); height: 46px; }
  .row.document-row .c0 { grid-area: id; text-align: left; font-size: 12.5px; }
  .row.document-row .c1 { grid-area: fields; }
  .data .chips { order: 0; flex-basis: auto; }
  .data .crumbs { flex-basis: 100%; order: 2; }
  .field { gap: 4px; }
}
@media (max-width: 560px) {
  .data .bar-of-list > .soft { display: none; }
  .field, .field.inner { grid-template-columns: minmax(0, 1fr) 104px 30px; padding: 4px 0; min-width: 220px; }
  .element > .field, .element > .field.inner { grid-template-columns: 26px minmax(0, 1fr) 30px; }
  .field .value { grid-column: 1 / -1; order: 1; }
  .field > .soft.value { padding-left: 4px; }
}
.path-field { width: 190px; min-width: 90px; flex: 0 1 auto; }

"""###
    case .differenceJs: ###"""
// What a file has more, less or otherwise than before, as lines.

import { h } from './dom.js';

const around = 3;

/** More pairs of lines are not compared one by one. */
const mostPairs = 4_000_000;

/** The lines that differ with some before and behind them; lines between that are the same are left out. */
export function difference(before, after) {
  const [old, fresh] = [lines(before), lines(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const same = (texts) => texts.map((text) => ({ mark: ' ', text }));
  return shortened([
    ...same(old.slice(0, start)), ...changes(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...same(fresh.slice(fresh.length - end)),
  ]);
}

/** As few lines as possible are taken out and put in. */
function changes(old, fresh) {
  const all = [];
  const removed = (text) => all.push({ mark: '−', text });
  const added = (text) => all.push({ mark: '+', text });
  if (old.length * fresh.length > mostPairs) {
    old.forEach(removed);
    fresh.forEach(added);
    return all;
  }
  const width = fresh.length + 1;
  // How many lines are the same from a pair on.
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === fresh[j] ? common[(i + 1) * width + j + 1] + 1 : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      all.push({ mark: ' ', text: old[i] });
      i += 1;
      j += 1;
    } else if (j === fresh.length || (i < old.length && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      removed(old[i]);
      i += 1;
    } else {
      added(fresh[j]);
      j += 1;
    }
  }
  return all;
}

/** Lines that are the same, and nothing near them differs, become one sign. */
function shortened(all) {
  const isNear = (place) => all.slice(Math.max(0, place - around), place + around + 1).some(({ mark }) => mark !== ' ');
  const shown = [];
  let isLeftOut = false;
  all.forEach((line, place) => {
    if (!isNear(place)) isLeftOut = true;
    else {
      if (isLeftOut && shown.length) shown.push({ mark: ' ', text: '…' });
      isLeftOut = false;
      shown.push(line);
    }
  });
  return shown;
}

const lines = (text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

export function differencePart(before, after) {
  const style = { '+': '.added', '−': '.removed', ' ': '' };
  return h('pre.code.difference', null, difference(before, after).map(({ mark, text }) => h(`span.line-of${style[mark]}`, null, `${mark} ${text}\n`)));
}

"""###
    case .dividerJs: ###"""
// Between a list and what is opened beside it: drawn, or moved with the arrow keys, it makes one of them wider.

import { h } from './dom.js';

const [least, most] = [320, 1400];

/**
 * @param {string} name under which the width is remembered
 * @param {HTMLElement} pane what stands behind the divider; it is made wider or narrower
 */
export function divider(name, pane) {
  const key = `width of the ${name}`;
  const bar = h('div.divider', {
    role: 'separator', tabindex: '0', 'aria-orientation': 'vertical', 'aria-label': `Width of the ${name}`, 'aria-valuemin': least, 'aria-valuemax': most,
    title: 'Draw, or move with the arrow keys; a double click puts it back',
    onpointerdown: (event) => {
      bar.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    onpointermove: (event) => { if (bar.hasPointerCapture(event.pointerId)) resize(pane.getBoundingClientRect().right - event.clientX); },
    onkeydown: (event) => {
      const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      resize(pane.offsetWidth + step);
    },
    ondblclick: () => resize(null),
  });

  /** @param {number | null} width null: as it is by itself */
  function resize(width) {
    const pixels = width === null ? null : Math.round(Math.max(least, Math.min(most, width)));
    if (pixels === null) localStorage.removeItem(key);
    else localStorage.setItem(key, pixels);
    apply(pixels);
  }

  function apply(pixels) {
    bar.parentElement?.style.setProperty('--pane', pixels ? `min(${pixels}px, calc(100% - 300px))` : '');
    if (pixels) bar.setAttribute('aria-valuenow', pixels);
    else bar.removeAttribute('aria-valuenow');
  }

  // It has no parent yet.
  queueMicrotask(() => apply(Number(localStorage.getItem(key)) || null));
  return bar;
}

"""###
    case .documentPanelJs: ###"""
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

"""###
    case .domJs: ###"""
// Makes elements. Text is only ever set as text, so that nothing a client has written becomes markup.

const inSVG = new Set(['svg', 'path', 'rect', 'line', 'text', 'g', 'title']);

/** How elements were made: `attributes`, `listeners` by the event, and the `key` by which they are known when they are made again. */
export const made = new WeakMap();

/**
 * An element with properties and children; a function is listened to, `null` and `false` are left out.
 * @param {string} name `tag.class.class`
 * @param {object} [properties] `key` tells an element from its like beside it, for `redraw`
 */
export function h(name, properties, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = inSVG.has(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  const listeners = {};
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (key.startsWith('on') && value) listen(element, listeners, key.slice(2), value);
    else if (key !== 'key') set(element, key, value);
  }
  const attributes = new Map([...element.attributes].map(({ name: attribute, value }) => [attribute, value]));
  made.set(element, { attributes, listeners, key: properties?.key });
  append(element, children);
  return element;
}

/** Through the table of listeners, so that an element that stays can get those of the one that was to replace it. */
export function listen(element, listeners, event, listener) {
  if (!(event in listeners)) element.addEventListener(event, (told) => listeners[event]?.(told));
  listeners[event] = listener;
}

function set(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key === 'style') Object.assign(element.style, value);
  else if (key === 'class') element.classList.add(...value.split(' ').filter(Boolean));
  else element.setAttribute(key, value === true ? '' : value);
}

const append = (element, children) => element.append(...nodes(children));

/** Children as they are written, without what is left out. */
export const nodes = (children) => children.flat(9).filter((child) => child !== null && child !== undefined && child !== false)
  .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));

/** Text in which back-quotes stand round what is code. */
export function marked(text) {
  return (text ?? '').split('`').map((piece, index) => (index % 2 ? h('code', null, piece) : piece));
}

/** Puts children in the place of those that an element has. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A sign of 24 by 24 units, from the `d` of its path. */
export function sign(path) {
  return h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: path }));
}

let hiding = 0;

/** Loads again a moment after it was asked to. Asking once more puts nothing off: while much happens, it is shown now and then. */
export class Reload {
  constructor(load, milliseconds) { Object.assign(this, { load, milliseconds, timer: null }); }

  ask() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.load();
    }, this.milliseconds);
  }

  cancel() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}

/** A short message at the bottom of the page. */
export function toast(text) {
  const place = document.getElementById('toast');
  place.textContent = text;
  place.classList.add('shown');
  clearTimeout(hiding);
  hiding = setTimeout(() => place.classList.remove('shown'), 4000);
}

"""###
    case .eventsJs: ###"""
// What happens at the emulator, told to all tabs of the page over the connection of one of them: a browser keeps six
// connections to an address, and a stream of events takes one for itself.

import { eventsAddress } from './api.js';

const name = 'firebreak-events';

export class SharedEvents {
  /**
   * @param {(kind: 'requests' | 'pulse' | 'away', value: object) => void} tell
   * @param {() => {run: string | null, after: number}} seen what this tab knows
   */
  constructor(tell, seen) {
    Object.assign(this, { tell, seen });
    /** The connection, where it is this tab's. */
    this.source = null;
    this.isLeader = false;
    /** Which of its attempts to have the connection counts. Null: there was none yet. */
    this.turn = null;
    this.channel = new BroadcastChannel(name);
    this.channel.addEventListener('message', ({ data: { kind, value } }) => {
      if (kind === 'hidden') this.takeOver();
      else tell(kind, value);
    });
    // Browsers let tabs that nobody sees wait: one that is seen has the connection, if there is one.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.takeOver();
      else if (this.isLeader) this.channel.postMessage({ kind: 'hidden' });
    });
  }

  /** Waits until no other tab has the connection, and has it until this one is left or another one takes it. */
  async lead(options = {}) {
    this.turn?.abort();
    const turn = this.turn = new AbortController();
    try {
      await navigator.locks.request(name, options.steal ? options : { signal: turn.signal }, () => this.hold(turn));
    } catch { /* Another tab has it now, or this one waits in another way. */ }
    if (turn !== this.turn) return;
    this.close();
    this.lead();
  }

  hold(turn) {
    if (turn !== this.turn) return null;
    this.isLeader = true;
    this.open();
    return new Promise(() => {});
  }

  takeOver() {
    if (!document.hidden && !this.isLeader && this.turn) this.lead({ steal: true });
  }

  open() {
    const source = new EventSource(eventsAddress(this.seen()));
    this.source = source;
    for (const kind of ['requests', 'pulse']) source.addEventListener(kind, (event) => this.pass(kind, JSON.parse(event.data)));
    source.addEventListener('error', () => {
      if (source !== this.source) return;
      // Opened anew, so that it begins where the page has got to.
      source.close();
      this.pass('away', null);
      setTimeout(() => { if (source === this.source) this.open(); }, 1000);
    });
  }

  close() {
    this.isLeader = false;
    this.source?.close();
    this.source = null;
  }

  pass(kind, value) {
    this.tell(kind, value);
    this.channel.postMessage({ kind, value });
  }
}

"""###
    case .exchangeJs: ###"""
// Documents to files and back: folders of this machine, in the format of Google's emulator or as lines of JSON.

import { send } from './api.js';
import { counted } from './format.js';
import { fill, h, toast } from './dom.js';
import { agreed } from './unsaved.js';

/** A button that opens the dialog. */
export function exchangeButton(page) {
  return h('button.button', { type: 'button', onclick: () => open(page) }, 'Import, export…');
}

function open(page) {
  const known = page.folder ? `${page.folder}/firebreak-export` : '';
  const path = h('input.mono.wide', { type: 'text', value: page.kept.exchange ?? localStorage.getItem('exchange') ?? known, spellcheck: 'false', autocomplete: 'off', id: 'exchange-path' });
  const format = h('select', { id: 'exchange-format' }, h('option', { value: 'google' }, 'as the Firebase CLI writes it'), h('option', { value: 'lines' }, 'lines of JSON'));
  const answer = h('div', { role: 'status' });
  const buttons = [h('button.button.main', { type: 'button', onclick: () => ask('export', { format: format.value }) }, 'Export'), h('button.button', { type: 'button', onclick: () => ask('import', {}) }, 'Import')];
  const dialog = h('dialog.exchange', { 'aria-labelledby': 'exchange-title' },
    h('div.head', null, h('h2', { id: 'exchange-title' }, 'Import and export'), h('span.gap'), h('button.quiet', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '✕')),
    h('p.soft', null, 'All databases, Firestore and Realtime, to or from a folder of the machine that the emulator runs on. An import puts documents in the place of those of the same names; others stay.'),
    h('label', { for: 'exchange-path' }, 'Folder'), path,
    h('label', { for: 'exchange-format' }, 'Export '), format,
    h('div.tools', null, buttons), answer);

  async function ask(direction, body) {
    const folder = whole(path.value.trim());
    if (!folder) return fill(answer, h('p.note.bad', null, 'Write the path of a folder.'));
    for (const button of buttons) button.disabled = true;
    fill(answer, h('p.soft', null, direction === 'export' ? 'Writing…' : 'Reading…'));
    try {
      if (direction === 'import' && !(await mayReplace(folder))) {
        fill(answer, h('p.note', null, 'Nothing was imported.'));
        return null;
      }
      const told = await send('POST', direction, {}, { path: folder, ...body });
      localStorage.setItem('exchange', folder);
      if (direction === 'export') fill(answer, h('p.note.good', null, 'Written to ', h('span.mono', null, told.path)));
      else {
        fill(answer, h('p.note.good', null, `${counted(told.documents, 'document')}${told.instances ? ` and ${counted(told.instances, 'instance')}` : ''} imported`),
          told.leftOut.map((text) => h('p.note.warn', null, text)));
      }
      toast(direction === 'export' ? 'Exported' : 'Imported; listeners were told');
    } catch (problem) {
      fill(answer, h('p.note.bad', null, problem.message));
    } finally {
      for (const button of buttons) button.disabled = false;
    }
    return null;
  }

  /** In the folder of the project, where it is no whole path. */
  const whole = (text) => (text && !text.startsWith('/') && page.folder ? `${page.folder}/${text}` : text);

  /** Says first what would be put in the place of what there is. */
  async function mayReplace(folder) {
    const { documents, replaced, instances } = await send('POST', 'import', {}, { path: folder, onlyShowing: true });
    if (!replaced && !instances) return true;
    const parts = [`${folder} has ${counted(documents, 'document')}${instances ? ` and ${counted(instances, 'instance')} of the Realtime Database, each of which is replaced as a whole` : ''}.`];
    if (replaced) parts.push(`${counted(replaced, 'document')} of the same ${replaced === 1 ? 'name says' : 'names say'} something else by now: what ${replaced === 1 ? 'it says' : 'they say'} would be lost.`);
    return agreed({ title: 'Replace what there is?', text: parts.join(' '), yes: 'Import and replace', no: 'Keep what there is' });
  }

  dialog.addEventListener('close', () => {
    page.kept.exchange = path.value;
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  path.focus();
}

"""###
    case .fieldTableJs: ###"""
// The fields of a document as a form: name, type and value of each; maps and arrays have theirs below them.

import { fill, h } from './dom.js';
import { counted } from './format.js';
import { withLineEnds } from './line-ends.js';
import { readFields, writeFields } from './fields-text.js';
import { draftOf, initial, nameText, read, typeOf, types } from './values.js';

/** Of more fields than these one is looked for by its name. */
const mostUnsought = 30;

export class FieldTable {
  /** @param {() => void} changed is told of every change */
  constructor(fields, page, changed) {
    this.page = page;
    this.changed = changed;
    this.root = rootOf(fields, page);
    /** Not null while the fields are edited as text. */
    this.text = null;
    this.element = h('div.fields', null);
    this.draw();
  }

  draw() {
    this.text = null;
    const list = this.list(this.root);
    fill(this.element, this.root.entries.length > mostUnsought && search(list), list);
  }

  list(node) {
    const isArray = node.type === 'array';
    return h(`ul.field-list${node === this.root ? '.outer' : ''}`, null,
      node.entries.map((entry, index) => this.line(node, entry, index)),
      h('li', null, h('button.quiet.add', { type: 'button', onclick: () => this.add(node) }, isArray ? '+ element' : '+ field')));
  }

  line(node, entry, index) {
    const isArray = node.type === 'array';
    const exact = h('code.soft.exact', null);
    const showExact = () => { exact.textContent = isArray || nameText(entry.name) === entry.name ? '' : nameText(entry.name); };
    const name = isArray
      ? h('span.soft.place', null, index)
      : h('input.name', { type: 'text', value: entry.name, title: entry.name, 'aria-label': 'Name of the field', spellcheck: 'false', oninput: (event) => { entry.name = event.target.value; showExact(); this.changed(); } });
    const label = isArray ? `Element ${index}` : entry.name || 'the field';
    const type = h('select.type', { 'aria-label': `Type of ${label}`, onchange: () => this.retype(entry, type.value) },
      types.map((known) => h('option', { value: known, selected: known === entry.type }, known)));
    showExact();
    entry.select = type;
    const inner = entry.entries && this.list(entry);
    if (inner) inner.hidden = entry.isFolded === true;
    return h(isArray ? 'li.element' : 'li', { 'data-name': entry.name }, h(entry.entries ? 'div.field.inner' : 'div.field', null, name, type, this.value(entry, label, inner),
      h('button.quiet', { type: 'button', 'aria-label': `Remove ${label}`, title: 'Remove', onclick: () => { node.entries.splice(index, 1); this.changed(); this.draw(); } }, '✕')),
      exact, inner);
  }

  /** The control of a value, which knows where its entry is. */
  value(entry, label, inner) {
    const control = entry.entries ? this.fold(entry, label, inner) : this.control(entry, label);
    entry.control = control;
    control.addEventListener('input', () => control.removeAttribute('aria-invalid'));
    return control;
  }

  /** What is inside can be put away. */
  fold(entry, label, inner) {
    const text = counted(entry.entries.length, entry.type === 'array' ? 'element' : 'field');
    const button = h('button.quiet.value.fold', { type: 'button', 'aria-expanded': String(!entry.isFolded), 'aria-label': `${text} of ${label}`, onclick: () => {
      entry.isFolded = !entry.isFolded;
      inner.hidden = entry.isFolded;
      button.setAttribute('aria-expanded', String(!entry.isFolded));
    } }, text);
    return button;
  }

  control(entry, label) {
    if (entry.type === 'null') return h('span.soft.value', null, 'null');
    const change = (event) => { entry.draft = event.target.value; this.changed(); };
    if (entry.type === 'boolean') {
      return h('select.value', { 'aria-label': `Value of ${label}`, onchange: change }, ['false', 'true'].map((word) => h('option', { value: word, selected: word === entry.draft }, word)));
    }
    if (entry.type === 'string' && (entry.draft.length > 50 || /[\r\n]/.test(entry.draft))) {
      const begin = entry.draft;
      const area = h('textarea.value', { 'aria-label': `Value of ${label}`, spellcheck: 'false', rows: Math.min(8, entry.draft.split('\n').length + 1), oninput: (event) => { entry.draft = withLineEnds(event.target.value, begin); this.changed(); } });
      area.value = entry.draft;
      return area;
    }
    return h('input.value', { type: 'text', 'aria-label': `Value of ${label}`, value: entry.draft, title: entry.draft.length > 24 ? entry.draft : null, spellcheck: 'false', oninput: change });
  }

  add(node) {
    const entry = { name: '', type: 'string', draft: '' };
    node.entries.push(entry);
    this.changed();
    this.draw();
    const lists = [...this.element.querySelectorAll('.field-list')];
    const place = this.listsInOrder(this.root).indexOf(node);
    const line = lists[place].children[node.entries.length - 1];
    line.querySelector('input.name, input.value')?.focus();
  }

  /** Maps and arrays as their lists stand in the page. */
  listsInOrder(node) { return [node, ...node.entries.filter((entry) => entry.entries).flatMap((entry) => this.listsInOrder(entry))]; }

  /** What was there comes back with its type. */
  retype(entry, type) {
    const { type: before, entries, draft, value, first } = entry;
    entry.past = (entry.past ?? new Map()).set(before, { entries, draft, value, first });
    const known = entry.past.get(type);
    if (known) Object.assign(entry, { type }, known);
    else {
      Object.assign(entry, { entries: undefined, draft: undefined, value: undefined, first: undefined }, entryOf(entry.name, initial(type), this.page));
      // What was typed stays where it still can be what it says.
      if (draft !== undefined && entry.draft !== undefined && before !== 'null' && type !== 'null') {
        try {
          read(type, draft, this.page);
          entry.draft = draft;
        } catch { /* The initial value it is. */ }
      }
    }
    this.changed();
    this.draw();
    entry.select.focus();
  }

  get isText() { return this.text !== null; }

  /**
   * From the form to JSON and back, with what is typed.
   * @throws {Error} what is typed cannot be read: it stays as it is
   */
  toggle() {
    if (this.text) {
      this.root = rootOf(readFields(this.text.value), this.page);
      this.draw();
      return;
    }
    const text = writeFields(this.read());
    this.text = h('textarea.editor', { 'aria-label': 'Fields as JSON', spellcheck: 'false', rows: 20, oninput: () => this.changed() });
    this.text.value = text;
    fill(this.element, this.text);
    this.text.focus();
    this.text.setSelectionRange(0, 0);
  }

  /**
   * The fields as the emulator reads them.
   * @throws {Error} says what is wrong with them
   */
  read() {
    if (this.text) return readFields(this.text.value);
    const wrong = this.leaves(this.root).filter((entry) => !this.isReadable(entry));
    for (const { control } of wrong) control?.setAttribute('aria-invalid', 'true');
    return this.valueOf(this.root, '').mapValue.fields;
  }

  /** To the first value that could not be read. */
  showWrong() { this.element.querySelector('[aria-invalid="true"]')?.focus(); }

  leaves(entry) { return entry.entries ? entry.entries.flatMap((part) => this.leaves(part)) : [entry]; }

  isReadable(entry) {
    try {
      this.valueOf(entry, '');
      return true;
    } catch { return false; }
  }

  valueOf(entry, path) {
    // As the emulator writes it, so that what is the same looks the same.
    if (entry !== this.root && entry.entries?.length === 0) return entry.type === 'array' ? { arrayValue: {} } : { mapValue: {} };
    if (entry.type === 'array') return { arrayValue: { values: entry.entries.map((part, index) => this.valueOf(part, `${path}[${index}]`)) } };
    if (entry.type === 'map') {
      const known = new Set();
      const fields = entry.entries.map((part) => {
        if (part.name === '') throw new Error(path ? `A field of ${path} has no name.` : 'A field has no name.');
        if (known.has(part.name)) throw new Error(`There are two fields ${part.name}.`);
        known.add(part.name);
        return [part.name, this.valueOf(part, path ? `${path}.${part.name}` : part.name)];
      });
      // Whatever the names are: `__proto__` is one like any other.
      return { mapValue: { fields: Object.fromEntries(fields) } };
    }
    // What nobody has touched is what it was, to the last digit.
    if (entry.value !== undefined && entry.draft === entry.first) return entry.value;
    try {
      return read(entry.type, entry.draft ?? '', this.page);
    } catch (problem) {
      throw new Error(`${path}: expected ${problem.message}.`);
    }
  }
}

function search(list) {
  const field = h('input.find-field', { type: 'search', 'aria-label': 'Find a field', placeholder: 'find a field', spellcheck: 'false', oninput: () => {
    const wanted = field.value.toLowerCase();
    for (const line of list.children) line.hidden = line.dataset.name !== undefined && !line.dataset.name.toLowerCase().includes(wanted);
  } });
  return field;
}

const rootOf = (fields, page) => ({ type: 'map', entries: entriesOf({ mapValue: { fields } }, page) });

function entryOf(name, value, page) {
  const type = typeOf(value);
  if (type === 'map' || type === 'array') return { name, type, entries: entriesOf(value, page) };
  const draft = draftOf(value, page);
  // A double that JSON would change on its way is written so that it does not.
  const kept = type === 'number' || type === 'geopoint' || type === 'vector' ? read(type, draft, page) : value;
  return { name, type, draft, first: draft, value: kept };
}

function entriesOf(value, page) {
  if (value.arrayValue) return (value.arrayValue.values ?? []).map((part) => entryOf('', part, page));
  return Object.entries(value.mapValue.fields ?? {}).map(([name, part]) => entryOf(name, part, page));
}

"""###
    case .fieldsTextJs: ###"""
// The fields of a document as JSON, in the encoding of the service: written and read without loss.

import { readJSON } from './json-text.js';

const kinds = {
  nullValue: (value) => value === null || value === 'NULL_VALUE', booleanValue: (value) => typeof value === 'boolean',
  integerValue: (value) => /^-?\d+$/.test(String(value)), doubleValue: (value) => typeof value === 'number' || typeof value === 'string',
  timestampValue: (value) => typeof value === 'string', stringValue: (value) => typeof value === 'string',
  bytesValue: (value) => typeof value === 'string', referenceValue: (value) => typeof value === 'string',
  geoPointValue: isObject, arrayValue: isObject, mapValue: isObject,
};

function isObject(value) { return typeof value === 'object' && value !== null && !Array.isArray(value); }

const asNumbers = (value) => (Object.is(value, -0) ? '-0.0' : value);

/** Values as the emulator reads them: JSON has no negative zero that would survive. */
const writer = (key, value) => (typeof value === 'number' ? asNumbers(value) : value);

export const writeFields = (fields) => JSON.stringify(fields, writer, 2);

/**
 * @throws {Error} says what is wrong with it, and where
 */
export function readFields(text) {
  // Integers beyond 53 bits are taken as they are written.
  const fields = readJSON(text, (key, value, context) => (key === 'integerValue' && typeof value === 'number' ? context?.source ?? String(value) : writer(key, value)));
  if (!isObject(fields)) throw new Error('The fields have to be an object: { "name": { "stringValue": "Ada" } }.');
  for (const [name, value] of Object.entries(fields)) check(value, name);
  return fields;
}

function check(value, path) {
  const names = isObject(value) ? Object.keys(value) : [];
  const [kind] = names;
  if (names.length !== 1 || !Object.hasOwn(kinds, kind)) {
    throw new Error(`${path}: expected an object with one of ${Object.keys(kinds).join(', ')}.`);
  }
  const content = value[kind];
  if (!kinds[kind](content)) throw new Error(`${path}: this is no ${kind}.`);
  if (kind === 'arrayValue') {
    if (content.values !== undefined && !Array.isArray(content.values)) throw new Error(`${path}: the values of an array are a list.`);
    (content.values ?? []).forEach((part, index) => check(part, `${path}[${index}]`));
  }
  if (kind === 'mapValue') {
    if (content.fields !== undefined && !isObject(content.fields)) throw new Error(`${path}: the fields of a map are an object.`);
    for (const [name, part] of Object.entries(content.fields ?? {})) check(part, `${path}.${name}`);
  }
}

"""###
    case .formatJs: ###"""
// Figures and times as the terminal writes them.

const whole = new Intl.NumberFormat('en-US');

export const count = (number) => whole.format(number ?? 0);

/** `1 read`, `2 reads` */
export const counted = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** `12:00:01`, in UTC as in the terminal. */
export const clock = (time) => (time ?? '').slice(11, 19);

export function milliseconds(value) {
  if (value === undefined || value === null) return '';
  if (value < 10) return value.toFixed(1);
  return count(Math.round(value));
}

export function bytes(value) {
  if (!value) return '0 B';
  const units = ['B', 'KB', 'MB', 'GB'];
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** What costs something never looks as if it were free. */
export const money = (text) => (/^\D*0\.0+\D*$/.test(text ?? '') && /\.0{3,}/.test(text) ? `<${text.replace(/0(\D*)$/, '1$1')}` : text);

/** How long ago, in words. */
export function duration(seconds) {
  if (seconds < 90) return counted(Math.max(0, Math.round(seconds)), 'second');
  if (seconds < 5400) return counted(Math.round(seconds / 60), 'minute');
  return `${(seconds / 3600).toFixed(1)} hours`;
}

/** Without its folders. */
export const fileName = (path) => path.split('/').pop();

/** `get`, or more than one text in one line. */
export const list = (texts) => (texts ?? []).join(' + ');

"""###
    case .iconSvg: ###"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="5" fill="#c8451b"/><path fill="#fff" d="M10 3c.5 2.6 4.5 4.1 4.5 8.100A4.6 4.6 0 0 1 10 16a4.6 4.6 0 0 1-4.5-4.900c0-1.9 1-2.9 1.9-3.8.2 1.3.7 1.9 1.4 2.100C8.6 7.1 8.9 4.6 10 3Z"/></svg>

"""###
    case .indexWritingJs: ###"""
// Writes indexes into the file of the project: shows first what would change in it.

import { send } from './api.js';
import { counted, fileName } from './format.js';
import { fill, h, toast } from './dom.js';
import { differencePart } from './difference.js';

/**
 * A button that shows the change, and then one that makes it.
 * @param {{label: string, file: string, body?: object, done?: (text: string) => void}} options `body` names one definition;
 *   without it, everything that is missing is written. `done` is told what was written.
 */
export function indexWriting(page, { label, file, body = {}, done }) {
  const preview = h('div.preview', { role: 'status' });
  /** The version of the file whose change is shown. */
  let etag = null;
  const ask = (onlyShowing) => send('POST', 'indexes', { database: page.database }, { ...body, ...(onlyShowing ? { onlyShowing } : { etag }) });
  const start = h('button.button.main', { type: 'button', onclick: () => show() }, label);
  const element = h('div.writing', null, h('div.tools', null, start), preview);

  async function show(remark = null) {
    start.disabled = true;
    try {
      const told = await ask(true);
      const { before, after } = told;
      etag = told.etag;
      if (before === after) return end(`${fileName(file)} has it already`);
      const write = h('button.button.main', { type: 'button', onclick: () => save(write) }, `Write into ${fileName(file)}`);
      fill(preview, remark, differencePart(before, after), h('div.tools', null, write, h('button.button', { type: 'button', onclick: cancel }, 'Cancel')));
      start.hidden = true;
      write.focus();
    } catch (problem) {
      start.disabled = false;
      toast(problem.message);
    }
    return null;
  }

  function cancel() {
    fill(preview);
    start.hidden = false;
    start.disabled = false;
    start.focus();
  }

  async function save(button) {
    button.disabled = true;
    try {
      const { written } = await ask(false);
      end(written ? `${counted(written, 'definition')} added to ${fileName(file)}` : `${fileName(file)} has it already`);
    } catch (problem) {
      button.disabled = false;
      if (problem.current) await show(h('p.note.warn', null, `${fileName(file)} has changed meanwhile; nothing was written. What would change now:`));
      else toast(problem.message);
    }
  }

  function end(text) {
    toast(text);
    const remark = `${text}; it is used from now on.`;
    fill(element, h('p.note.good', null, remark));
    done?.(remark);
  }

  /** Somebody reads a change or has asked for it: what is around it is not to be drawn anew meanwhile. */
  Object.defineProperty(element, 'isOpen', { get: () => element.contains(preview) && (start.disabled || preview.childNodes.length > 0) });
  return element;
}

"""###
    case .indexHtml: ###"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Firebreak emulator</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="theme.css">
<link rel="stylesheet" href="layout.css">
<link rel="stylesheet" href="parts.css">
<link rel="stylesheet" href="views.css">
<link rel="stylesheet" href="data.css">
<link rel="modulepreload" href="api.js">
<link rel="modulepreload" href="dom.js">
<link rel="modulepreload" href="redraw.js">
<link rel="modulepreload" href="places.js">
<link rel="modulepreload" href="unsaved.js">
<link rel="modulepreload" href="tables.js">
<link rel="modulepreload" href="fields-text.js">
<link rel="modulepreload" href="format.js">
<link rel="modulepreload" href="request-store.js">
<link rel="modulepreload" href="virtual-list.js">
<link rel="modulepreload" href="requests-view.js">
<link rel="modulepreload" href="request-detail.js">
<link rel="modulepreload" href="cost-view.js">
<link rel="modulepreload" href="indexes-view.js">
<link rel="modulepreload" href="data-view.js">
<link rel="modulepreload" href="document-panel.js">
<link rel="modulepreload" href="field-table.js">
<link rel="modulepreload" href="values.js">
<link rel="modulepreload" href="query-view.js">
<link rel="modulepreload" href="query-form.js">
<link rel="modulepreload" href="rules-trial.js">
<link rel="modulepreload" href="rules-text.js">
<link rel="modulepreload" href="code-editor.js">
<link rel="modulepreload" href="rules-view.js">
<link rel="modulepreload" href="listeners-view.js">
<link rel="modulepreload" href="difference.js">
<link rel="modulepreload" href="divider.js">
<link rel="modulepreload" href="merge.js">
<link rel="modulepreload" href="events.js">
<link rel="modulepreload" href="exchange.js">
<link rel="modulepreload" href="index-writing.js">
<link rel="modulepreload" href="json-text.js">
<link rel="modulepreload" href="line-ends.js">
<link rel="modulepreload" href="realtime-detail.js">
<link rel="modulepreload" href="realtime-editor.js">
<link rel="modulepreload" href="realtime-view.js">
<script type="module" src="app.js"></script>
</head>
<body>
<a class="skip" href="#main" id="skip">Skip to the content</a>
<header class="bar">
  <p class="brand"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 1.5c.6 3.2 5.5 5 5.5 10A5.6 5.6 0 0 1 10 17.5a5.6 5.6 0 0 1-5.5-6c0-2.3 1.2-3.6 2.3-4.7.2 1.6.9 2.3 1.7 2.600C8.3 6.5 8.6 3.5 10 1.500Z"></path></svg><span>Firebreak</span></p>
  <p class="project" id="project"></p>
  <dl class="pulse" id="pulse" aria-label="So far"></dl>
  <p class="health" id="health" role="status"></p>
  <button class="quiet" id="theme" type="button"></button>
</header>
<nav class="rail" aria-label="Views" id="rail"></nav>
<main id="main" tabindex="-1"></main>
<p class="toast" id="toast" role="status" aria-live="polite"></p>
<noscript><p>This page needs JavaScript. What it shows is also there as JSON: <code>/firebreak/v1/requests</code>.</p></noscript>
</body>
</html>

"""###
    case .indexesViewJs: ###"""
// The indexes of a database: what is missing, what is declared and by whom it is used, and what there is by itself.

import { get } from './api.js';
import { counted, count, fileName } from './format.js';
import { h, marked, Reload } from './dom.js';
import { redraw } from './redraw.js';
import { stacked } from './tables.js';
import { indexWriting } from './index-writing.js';

export function indexesView(page) {
  const body = h('div', null);
  const element = h('section.view', null, h('div.head', null, h('h1', null, 'Indexes'), h('span.gap'), page.databaseChoice()), body);
  let shownAt = null;
  let writing = null;
  /** What was written last. It stays until something else is missing. */
  let written = null;

  async function load() {
    try {
      draw(await get('indexes', { database: page.database }));
    } catch (problem) { redraw(body, h('p.note.bad', null, problem.message)); }
  }

  function missing(indexes) {
    const { additions } = indexes.suggestion;
    const open = additions.length > 0;
    if (open) written = null;
    const nothing = indexes.declared.some(({ requests }) => requests) || indexes.automatic.length ? 'Every query that was asked has its index.' : 'No query has asked for an index yet.';
    if (!indexes.missing.length && !open) return h('section.part', { key: 'missing' }, h('h2', null, 'Missing'), h('p.note.good', null, written ?? nothing));
    const file = fileName(indexes.file);
    // The same as long as it is about the same, with what is open in it: what somebody is about to write stays as they read it.
    const subject = JSON.stringify(additions);
    if (!open || !indexes.isConfigured) writing = null;
    else if (writing?.subject !== subject && !writing?.element.isOpen) {
      const element = indexWriting(page, { label: `Add ${counted(additions.length, 'definition')} to ${file}…`, file, done: (remark) => { written = remark; load(); } });
      writing = { subject, element };
    }
    return h('section.part', { key: 'missing' }, h('h2', null, 'Missing'),
      h('div.scroll', null, stacked(h('table', null,
        h('thead', null, h('tr', null, ['Index', 'Query', 'Asked'].map((name, index) => h(index > 1 ? 'th.num' : 'th', { scope: 'col' }, name)))),
        h('tbody', null, indexes.missing.map((row) => h('tr', { key: `${row.title} ${row.query}` },
          h('td.mono', null, row.title), h('td', null, h('a.mono', { href: page.link('query', { q: row.query }), title: 'Open in Query' }, row.query), row.test && h('p.soft', null, `first in test ${row.test}`)),
          h('td.num', null, count(row.requests)))))))),
      open
        ? h('div.suggestion', null, h('h3', null, `To add to ${file}; existing indexes are combined where they can be`),
          h('pre.code', null, additions.map((addition) => addition.line).join('\n')),
          writing?.element ?? h('p.soft', null, 'firebase.json names no index file for this database.'))
        : h('p.note.good', null, written ?? `${file} has what was missing; it is used from now on.`));
  }

  function draw(indexes) {
    redraw(body,
      indexes.isBroken && h('p.note.bad', null, h('b', null, `${fileName(indexes.file)} has errors. `), 'What it said before is still used.'),
      indexes.findings.map((finding) => h(`p.note${finding.severity === 'error' ? '.bad' : '.warn'}`, null, finding.line ? `line ${finding.line}: ` : '', marked(finding.message))),
      missing(indexes), table('Declared', fileName(indexes.file), indexes.declared, page, 'unused since the start'),
      table('Automatic', 'there without being declared; only those that served a request', indexes.automatic, page, ''));
  }

  const reload = new Reload(load, 500);
  load();
  return {
    element,
    update() {},
    pulse(pulse) {
      const now = `${pulse.last} ${pulse.missing} ${pulse.definitions}`;
      if (now === shownAt) return;
      shownAt = now;
      reload.ask();
    },
    leave() { reload.cancel(); },
  };
}

function table(title, more, rows, page, unused) {
  return h('section.part', { key: title }, h('h2', null, title, h('span.soft', null, more)),
    rows.length === 0 ? h('p.soft', null, 'None.') : h('div.scroll', null, stacked(h('table', null,
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Index'), h('th', { scope: 'col' }, 'Used by'), h('th.num', { scope: 'col' }, 'Requests'))),
      h('tbody', null, rows.map((row) => h('tr', { key: row.title }, h('td.mono', null, row.title),
        h('td', null, row.operations.length
          ? row.operations.slice(0, 6).map((operation, index) => [index > 0 && ', ', h('a', { href: page.link('requests', { operation: operation.name }), title: operation.query }, operation.name), ` ${count(operation.requests)}`])
          : h('span.soft', null, unused)),
        h('td.num', null, count(row.requests)))))))));
}

"""###
    case .jsonTextJs: ###"""
// JSON that somebody has typed, read as the emulator reads it: what browsers take silently is told.

/**
 * @param {Function} [reviver] as of `JSON.parse`
 * @throws {Error} says what is wrong with it, and where
 */
export function readJSON(text, reviver = (key, value) => value) {
  let value;
  try {
    value = JSON.parse(text, (key, part, context) => {
      if (typeof part === 'number' && !Number.isFinite(part)) throw new RangeError(`${context?.source ?? 'a number'} is too large for a number.`);
      return reviver(key, part, context);
    });
  } catch (problem) {
    throw problem instanceof RangeError ? problem : new Error(`This is no JSON: ${problem.message}`);
  }
  const twice = repeatedKey(text);
  if (twice) throw new Error(`${place(text, twice.index)}: the key ${JSON.stringify(twice.key)} is there twice.`);
  return value;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** The first key that an object has twice, in a text that is JSON. */
function repeatedKey(text) {
  /** The keys of each object that is open; of lists none. */
  const open = [];
  let before = null;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const key = JSON.parse(before.token);
      if (open.at(-1).has(key)) return { key, index: before.index };
      open.at(-1).add(key);
    }
    before = { token, index };
  }
  return null;
}

function place(text, index) {
  const lines = text.slice(0, index).split('\n');
  return `line ${lines.length}, column ${lines.at(-1).length + 1}`;
}

"""###
    case .layoutCss: ###"""
/* Where the parts of the page stand: a bar on top, the views at the left, on small screens below. */
body { display: grid; grid-template: "bar bar" auto "rail main" minmax(0, 1fr) / auto minmax(0, 1fr); height: 100dvh; }
.skip { position: absolute; left: 8px; top: -60px; z-index: 9; padding: 8px 14px; background: var(--accent); color: var(--on-accent); border-radius: 6px; }
.skip:focus { top: 8px; }
.bar { grid-area: bar; display: flex; align-items: center; gap: 14px; min-height: 48px; padding: 0 14px; border-bottom: 1px solid var(--line); background: var(--ground); }
.brand { display: flex; align-items: center; gap: 7px; font-weight: 680; font-size: 15px; letter-spacing: -.01em; }
.brand svg { width: 20px; height: 20px; fill: var(--brand); }
.project { color: var(--soft); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; min-width: 0; flex: 0 1 auto; }
.pulse { display: flex; gap: 20px; margin-left: auto; }
.pulse div { display: flex; align-items: baseline; gap: 5px; white-space: nowrap; }
.pulse dt { order: 2; color: var(--soft); font-size: 12px; }
.pulse dd { font-weight: 650; font-size: 14px; }
.health { display: flex; align-items: center; gap: 6px; white-space: nowrap; font-size: 12px; color: var(--soft); }
.health::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--good); }
.health.broken { color: var(--bad); font-weight: 600; }
.health.broken::before { background: var(--bad); }
.health.away { color: var(--warn); font-weight: 600; }
.health.away::before { background: var(--warn); }
.rail { grid-area: rail; display: flex; flex-direction: column; gap: 2px; width: 164px; padding: 10px 8px; border-right: 1px solid var(--line); background: var(--raised); overflow-y: auto; }
.rail a { display: flex; align-items: center; gap: 10px; padding: 7px 10px; border-radius: 7px; color: var(--text); text-decoration: none; font-weight: 500; }
.rail a:hover { background: var(--sunken); }
.rail a[aria-current] { background: var(--accent-ground); color: var(--accent); font-weight: 620; }
.rail svg { width: 17px; height: 17px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.rail .count { margin-left: auto; padding: 0 6px; border-radius: 9px; background: var(--warn-ground); color: var(--warn); font-size: 11px; font-weight: 650; line-height: 18px; }
.rail .count:empty { display: none; }
main { grid-area: main; min-height: 0; min-width: 0; overflow: auto; }
main:focus-visible { outline: none; }
.view { padding: 18px 22px 40px; max-width: 1500px; }
.toast { position: fixed; left: 50%; bottom: 22px; transform: translate(-50%, 20px); padding: 9px 16px; border-radius: 8px; background: var(--text); color: var(--ground); box-shadow: var(--shadow); opacity: 0; pointer-events: none; transition: opacity .15s, transform .15s; max-width: min(90vw, 640px); z-index: 8; }
.toast.shown { opacity: 1; transform: translate(-50%, 0); }
@media (max-width: 1080px) {
  .rail { width: 52px; }
  .rail a { position: relative; justify-content: center; padding: 9px 0; }
  .rail .label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rail .count { position: absolute; right: -2px; top: 0; padding: 0 4px; line-height: 15px; font-size: 10px; }
  .pulse { gap: 14px; }
}
@media (max-width: 700px) {
  body { grid-template: "bar" auto "main" minmax(0, 1fr) "rail" auto / minmax(0, 1fr); }
  .rail { flex-direction: row; width: auto; padding: 4px 6px calc(4px + env(safe-area-inset-bottom)); border-right: 0; border-top: 1px solid var(--line); justify-content: space-around; overflow: visible; }
  .rail a { flex: 1; flex-direction: column; gap: 2px; padding: 6px 0; font-size: 11px; }
  .rail .label { position: static; width: auto; height: auto; clip-path: none; }
  .rail .count { right: 50%; margin-right: -22px; }
  .bar { gap: 10px; padding: 0 10px; min-height: 44px; }
  .project, .health:not(.broken):not(.away), .pulse div:nth-child(3) { display: none; }
  .brand span { display: none; }
  .bar:has(.health.broken) .pulse div:nth-child(2), .bar:has(.health.away) .pulse div:nth-child(-n + 2) { display: none; }
  .pulse { gap: 10px; margin-left: 0; flex: 1; min-width: 0; overflow: hidden; }
  .bar button.quiet { padding: 0 4px; }
  .view { padding: 14px 12px 32px; }
}
@media (min-width: 1900px) {
  .view { max-width: 1760px; margin-inline: auto; }
}

"""###
    case .lineEndsJs: ###"""
// Ends of lines. Text areas know one only; those of what was edited are put back.

const lines = (text) => {
  const parts = text.split(/(\r\n|\r|\n)/);
  return Array.from({ length: (parts.length + 1) / 2 }, (_, index) => ({ text: parts[2 * index], end: parts[2 * index + 1] ?? '' }));
};

/**
 * What was typed into a text area, with the ends of lines of the text that it began with: a line that is still there keeps
 * its own, a new one gets that of the line before it.
 */
export function withLineEnds(typed, original) {
  const old = lines(original);
  const fresh = typed.split('\n');
  const usual = old[0].end || '\n';
  let start = 0;
  while (start < old.length && start < fresh.length && old[start].text === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end).text === fresh.at(-1 - end)) end += 1;
  const near = old[start - 1]?.end || usual;
  const endOf = (index) => {
    const before = index < fresh.length - end ? (index < old.length - end ? index : -1) : old.length - fresh.length + index;
    return before < 0 ? near : old[before].end || usual;
  };
  return fresh.map((text, index) => (index === fresh.length - 1 ? text : text + endOf(index))).join('');
}

"""###
    case .listenersViewJs: ###"""
// Who listens to what at this moment and what it has cost, and which transactions keep others waiting.

import { get } from './api.js';
import { bytes, clock, count, counted, duration } from './format.js';
import { h } from './dom.js';
import { redraw } from './redraw.js';
import { stacked } from './tables.js';

export function listenersView(page) {
  const body = h('div', null);
  const element = h('section.view', null, h('div.head', null, h('h1', null, 'Listeners and transactions')), body);
  let timer = 0;
  let shown = '';

  async function load() {
    try {
      const answer = await get('listeners');
      // What only tells the time is not worth drawing everything anew.
      const text = JSON.stringify(answer, (key, value) => (['now', 'toldUntil', 'resumableUntil'].includes(key) ? null : value));
      if (text !== shown) draw(answer);
      shown = text;
    } catch (problem) { redraw(body, h('p.note.bad', null, problem.message)); }
    timer = setTimeout(load, 1000);
  }

  function draw(answer) {
    redraw(body, listeners(answer, page), transactions(answer, page), waiting(answer, page));
  }

  load();
  return { element, update() {}, leave() { clearTimeout(timer); } };
}

const headings = (names) => h('thead', null, h('tr', null, names.map(([name, style]) => h(style ? `th.${style}` : 'th', { scope: 'col' }, name))));
const age = (now, then) => duration((Date.parse(now) - Date.parse(then)) / 1000);

const beginnings = {
  listenResume: 'went on where its client was', listenReissue: 'began anew although its client knew something', limbo: 'looks after a document',
};

function listeners(answer, page) {
  if (!answer.listeners.length) return h('section.part', { key: 'listeners' }, h('h2', null, 'Listeners'), h('p.soft', null, 'Nobody listens at this moment.'));
  const rows = [...answer.listeners].sort((one, other) => (other.reads ?? 0) - (one.reads ?? 0));
  return h('section.part', { key: 'listeners' }, h('h2', null, 'Listeners', h('span.soft', null, `${counted(rows.length, 'target')}, the dearest first`)),
    h('div.scroll', null, stacked(h('table', null,
      headings([['Target'], ['Who'], ['Since'], ['Resumes'], ['Documents', 'num'], ['Sent after', 'num'], ['Reads', 'num'], ['by rules', 'num'], ['Bytes', 'num']]),
      h('tbody', null, rows.map((row) => h('tr', { key: `${row.database} ${row.id}` },
        h('td', null, subject(row, page), page.labelOf(row) && h('p.soft', null, page.labelOf(row)), beginnings[row.beginning] && h('p.soft', null, beginnings[row.beginning]), row.operation && h('p.soft', null, row.operation)),
        h('td', null, h('a', { href: page.link('requests', { filter: 'listeners', user: row.who }) }, row.who)),
        h('td.when', null, clock(row.since), h('p.soft', null, age(answer.now, row.since))),
        h('td.when', { title: row.toldUntil && `Its client knows everything up to ${row.toldUntil}` }, row.toldUntil ? ['from ', clock(row.toldUntil), h('p.soft', null, `until ${clock(row.resumableUntil)}, then all again`)] : h('span.soft', null, 'not yet')),
        [row.documents, row.deliveries, row.reads ?? 0, row.ruleReads ?? 0].map((figure) => h('td.num', null, count(figure))),
        h('td.num', null, bytes(row.bytes ?? 0)))))))));
}

/** What a listener looks at, and where that is shown. */
function subject({ query, target, database }, page) {
  if (query) return h('a.mono', { href: page.link('query', { q: query, database }), title: 'Open in Query' }, query);
  const isDocument = /^[^ ]+$/.test(target) && target.split('/').length % 2 === 0;
  return isDocument ? h('a.mono', { href: page.dataLink(target, database) }, target) : h('span.mono', null, target);
}

function transactions(answer, page) {
  if (!answer.transactions.length) return h('section.part', { key: 'transactions' }, h('h2', null, 'Open transactions'), h('p.soft', null, 'None.'));
  return h('section.part', { key: 'transactions' }, h('h2', null, 'Open transactions'), h('div.scroll', null, stacked(h('table', null,
    headings([['Transaction'], ['Who'], ['Kind'], ['Since'], ['Has read']]),
    h('tbody', null, answer.transactions.map((row) => h('tr', { key: row.id },
      h('td.mono', null, name(row.id)), h('td', null, asker(row, page)), h('td', null, row.mode, row.isWounded && h('p.bad', null, 'its locks are gone: it cannot commit')),
      h('td.when', null, clock(row.begin), h('p.soft', null, age(answer.now, row.begin))),
      h('td.wide', null, row.mode === 'pessimistic' && (row.documents.length || row.ranges.length) ? h('span.tag.warn', null, 'locked') : null, ' ',
        row.documents.map((path, index) => [index > 0 && ', ', h('a.mono', { href: page.dataLink(path, row.database) }, path)]),
        row.documentCount > row.documents.length && ` and ${count(row.documentCount - row.documents.length)} more`,
        row.ranges.length > 0 && h('p.mono', null, row.ranges.join(', '))))))))));
}

/** Who asks, by which operation and in which test, where these are said. */
const asker = ({ who, operation, test }, page) => who && [h('a', { href: page.link('requests', { user: who }) }, who),
  [operation, test].filter(Boolean).map((text) => h('p.soft', null, text))];

function waiting(answer, page) {
  if (!answer.waiting.length) return null;
  const open = new Map(answer.transactions.map((row) => [row.id, row]));
  return h('section.part', { key: 'waiting' }, h('h2', null, 'Who waits'), h('div.scroll', null, stacked(h('table', null,
    headings([['Request'], ['Who'], ['Wants'], ['Waits for'], ['At most until']]),
    h('tbody', null, answer.waiting.map((row) => h('tr', null,
      h('td', null, row.transaction ? h('span.mono', null, name(row.transaction)) : 'a commit'), h('td', null, asker(row, page)),
      h('td', null, row.paths.length ? ['to write ', row.paths.map((path, index) => [index > 0 && ', ', h('a.mono', { href: page.dataLink(path, row.database) }, path)])] : 'to read'),
      h('td', null, row.behind ? [h('span.mono', null, name(row.behind)), ' ', asker(open.get(row.behind) ?? {}, page)] : 'a commit'), h('td', null, clock(row.deadline)))))))));
}

/** The number that stands in the middle of an id. */
const name = (id) => `#${Number.parseInt(id.slice(16, 32), 16)}`;

"""###
    case .mergeJs: ###"""
// Two versions of the fields of a document that both came from a third one.

const isMap = (value) => value?.mapValue !== undefined;

/** The same for what is the same, in whatever order fields stand. */
const text = (value) => JSON.stringify(value, (_, part) => (part && typeof part === 'object' && !Array.isArray(part)
  ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : Object.is(part, -0) ? '-0.0' : part));

export const isSame = (one, other) => text(one) === text(other);

/**
 * What one side alone has changed is changed; where both have, it is mine.
 * @returns {{fields: object, theirs: string[], conflicts: {path: string, base?: object, theirs?: object, mine?: object}[]}} `theirs`
 *   are the paths that only they have changed
 */
export function merge(base, mine, theirs, above = []) {
  const merged = { fields: {}, theirs: [], conflicts: [] };
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])];
  for (const name of names) {
    const [was, own, other] = [base[name], mine[name], theirs[name]];
    const names = [...above, name];
    const path = names.join('.');
    let value = own;
    if (isSame(was, own) && !isSame(was, other)) {
      value = other;
      merged.theirs.push(path);
    } else if (!isSame(was, other) && !isSame(own, other)) {
      if (isMap(own) && isMap(other)) {
        const inner = merge(was?.mapValue?.fields ?? {}, own.mapValue.fields ?? {}, other.mapValue.fields ?? {}, names);
        value = { mapValue: { fields: inner.fields } };
        merged.theirs.push(...inner.theirs);
        merged.conflicts.push(...inner.conflicts);
      } else merged.conflicts.push({ path, base: was, theirs: other, mine: own });
    }
    // Whatever the name is: `__proto__` is one like any other.
    if (value !== undefined) Object.defineProperty(merged.fields, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}

"""###
    case .partsCss: ###"""
/* What several views are made of. */
.button, button.quiet { display: inline-flex; align-items: center; gap: 6px; height: 28px; padding: 0 11px; border: 1px solid var(--strong-line); border-radius: 7px; background: var(--ground); color: var(--text); text-decoration: none; cursor: pointer; white-space: nowrap; font-weight: 500; }
.button:hover, button.quiet:hover { background: var(--raised); }
button.quiet { border-color: transparent; color: var(--soft); background: none; }
button.quiet.bad { color: var(--bad); }
.button[aria-pressed=true] { background: var(--accent-ground); border-color: var(--accent); color: var(--accent); }
.button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 620; }
.button.main:hover { filter: brightness(1.08); }
.button:disabled { opacity: .55; cursor: default; }
select { max-width: min(260px, 60vw); }
input[type=search], input[type=text], select, textarea { color: var(--text); height: 28px; padding: 0 9px; border: 1px solid var(--strong-line); border-radius: 7px; background: var(--ground); }
textarea { height: auto; padding: 8px 10px; font-family: var(--mono); font-size: 12.5px; line-height: 1.5; }
input::placeholder { color: var(--soft); opacity: 1; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.tools .gap { flex: 1; }
.tag { display: inline-block; padding: 0 7px; border-radius: 5px; font-size: 11.5px; font-weight: 620; line-height: 18px; white-space: nowrap; background: var(--sunken); color: var(--soft); }
.tag.good { background: var(--good-ground); color: var(--good); }
.tag.warn { background: var(--warn-ground); color: var(--warn); }
.tag.bad { background: var(--bad-ground); color: var(--bad); }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; margin-bottom: 16px; }
.head .gap { flex: 1; }
.part { margin-top: 26px; }
.part > h2 { margin-bottom: 8px; }
.part > h2 .soft { font-weight: 400; margin-left: 6px; }
.note { overflow-wrap: anywhere; padding: 9px 12px; border-radius: 8px; background: var(--raised); color: var(--soft); }
.note.bad { background: var(--bad-ground); color: var(--bad); }
.note.warn { background: var(--warn-ground); color: var(--warn); }
.note.good { background: var(--good-ground); color: var(--good); }
.empty { padding: 44px 20px; text-align: center; color: var(--soft); }
.empty h2 { color: var(--text); margin-bottom: 6px; }
.empty pre { display: inline-block; margin-top: 14px; padding: 10px 14px; border-radius: 8px; background: var(--raised); color: var(--text); text-align: left; white-space: pre-wrap; overflow-wrap: anywhere; }
.code { padding: 9px 12px; border-radius: 8px; background: var(--raised); font-family: var(--mono); font-size: 12px; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: 12px; font-weight: 600; color: var(--soft); padding: 5px 10px; border-bottom: 1px solid var(--strong-line); white-space: nowrap; }
td { padding: 6px 10px; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th.num, td.num { text-align: right; white-space: nowrap; overflow-wrap: normal; }
td.when { white-space: nowrap; overflow-wrap: normal; }
tbody tr:last-child td { border-bottom: 0; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 9px; }
@media (max-width: 900px) {
  .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked, .stacked tbody { display: block; }
  .stacked tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(92px, 1fr)); gap: 4px 12px; padding: 9px 10px; border-bottom: 1px solid var(--line); }
  .stacked tbody tr:last-child { border-bottom: 0; }
  .scroll .stacked td, .scroll .stacked td.num { min-width: 0; padding: 0; border: 0; text-align: left; white-space: normal; }
  .stacked th[scope=row], .stacked td:first-child, .stacked td.wide { grid-column: 1 / -1; }
  .stacked td:empty { display: none; }
  .stacked td[data-label]::before { content: attr(data-label); display: block; color: var(--soft); font-size: 11.5px; }
  .scroll td:first-child { min-width: 170px; }
  .scroll td:nth-child(2):not(.num) { min-width: 110px; }
  .scroll td.wide { min-width: 190px; }
}
.share { position: relative; min-width: 90px; width: 22%; }
.share i { display: block; height: 8px; margin-top: 5px; border-radius: 3px; background: var(--s1); min-width: 2px; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 3px 14px; }
.facts dt { color: var(--soft); }
.facts dd { overflow-wrap: anywhere; }
.conflict > * + * { margin-top: 8px; }
.question > * + * { margin-top: 10px; }
.question .tools { margin-top: 18px; }
[aria-invalid="true"] { border-color: var(--bad); outline: 1px solid var(--bad); }

"""###
    case .placesJs: ###"""
// Where somebody is, in the address of the page: a view, what it shows, and how.

/**
 * The part of an address behind `#`; every segment may have any character.
 * @param {string | string[]} place the id of a view, or its segments
 */
export function link(place, parameters = {}) {
  const segments = Array.isArray(place) ? place : [place];
  const known = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return `#/${segments.map(encodeURIComponent).join('/')}${known.length ? `?${new URLSearchParams(known)}` : ''}`;
}

/**
 * What an address says.
 * @returns {{id: string, rest: string[], parameters: URLSearchParams} | null} null: nothing that can be read
 */
export function read(hash) {
  const text = hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  try {
    const [id, ...rest] = path.split('/').map(decodeURIComponent);
    return { id, rest, parameters: new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)) };
  } catch {
    return null;
  }
}

"""###
    case .queryFormJs: ###"""
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

"""###
    case .queryViewJs: ###"""
// A query that is judged while it is typed: its plan, what the rules say, what it would bill, and what it finds.

import { send } from './api.js';
import { count, counted } from './format.js';
import { fill, h, marked } from './dom.js';
import { QueryForm } from './query-form.js';
import { causes, rulesPart, repairPart } from './request-detail.js';
import { readClaims } from './rules-trial.js';
import { summaryOf } from './values.js';

export function queryView(page) {
  const text = h('textarea.query', {
    rows: 2, spellcheck: 'false', 'aria-label': 'Query', title: 'Press / to type', autocomplete: 'off', placeholder: 'conversations where participants array-contains "ada" orderBy lastMessageTime desc limit 20',
    oninput: () => soon(),
  });
  const asker = h('input', { type: 'text', value: 'admin', 'aria-label': 'Who asks: admin, anonymous or the id of a user', spellcheck: 'false', list: 'askers', oninput: () => soon() });
  const claims = h('input.mono', { type: 'text', 'aria-label': 'Further claims of the token, as JSON', placeholder: '{"admin": true}', spellcheck: 'false', oninput: () => soon() });
  const verdict = h('div.verdict', { role: 'status' });
  const found = h('div', null);
  const kept = page.kept.query ??= { text: '', as: 'admin', claims: '' };
  const form = new QueryForm(page, (built) => { text.value = built; soon(); });
  const element = h('section.view', null,
    h('div.head', null, h('h1', null, 'Query'), h('span.gap'), page.databaseChoice()),
    form.element, text, grammar(),
    h('div.tools.after', null, h('label.soft', null, 'as ', asker), h('datalist', { id: 'askers' }, h('option', { value: 'admin' }), h('option', { value: 'anonymous' })),
      h('label.soft', null, 'claims ', claims),
      h('span.soft', null, 'Nothing of this is billed or recorded.')),
    verdict, found);
  let timer = 0;
  let turn = 0;

  function soon() {
    form.show(text.value);
    Object.assign(kept, { text: text.value, as: asker.value, claims: claims.value });
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
  }

  async function ask() {
    const own = turn += 1;
    const query = text.value.trim().replaceAll('\n', ' ');
    page.replace('query', { q: query || null, as: asker.value === 'admin' ? null : asker.value, claims: claims.value.trim() || null });
    if (!query) return fill(verdict), fill(found);
    try {
      const asked = { query, as: asker.value.trim() || 'anonymous', limit: 100 };
      if (claims.value.trim()) asked.claims = readClaims(claims.value);
      const answer = await send('POST', 'query', { database: page.database }, asked);
      if (own === turn) draw(answer, query);
    } catch (problem) {
      // What stood there answers another question.
      if (own === turn) fill(verdict, h('p.note.bad', null, problem.message)), fill(found);
    }
    return null;
  }

  function draw(answer, asked) {
    const denied = answer.rules && !answer.rules.isAllowed;
    const isMissing = answer.missing?.length > 0;
    fill(verdict,
      answer.problem && !isMissing && problem(answer, asked),
      denied && h('p.note.bad', null, 'The rules deny this.'),
      isMissing && h('p.note.warn', null, h('b', null, 'Production refuses this: '), 'it needs an index that is not declared.'),
      answer.reads !== undefined && h('p.bill', null, h('b', null, counted(answer.reads, 'billed read')), ': ', h('span.soft', null, parts(answer.bill))),
      answer.plan && h('p', null, answer.plan.map((index) => [h('span.mono', null, index.properties), ' ', h('span.tag', null, index.origin), ' '])),
      (answer.repairs ?? []).map((repair) => repairPart(page, repair)),
      answer.rules && rulesPart(page, answer.rules));
    fill(found, answer.values && values(answer.values), answer.documents && documents(answer, page));
  }

  return {
    element,
    update(path, parameters) {
      // Without a query in the address, the one that was typed last.
      const isNew = ['q', 'as', 'claims'].some((name) => parameters.has(name));
      const wanted = isNew ? { text: parameters.get('q') ?? '', as: parameters.get('as') ?? 'admin', claims: parameters.get('claims') ?? '' } : kept;
      // Line breaks of what is typed are blanks in the address.
      if (text.value.trim().replaceAll('\n', ' ') !== wanted.text.trim().replaceAll('\n', ' ')) text.value = wanted.text;
      asker.value = wanted.as;
      if (claims.value.trim() !== wanted.claims) claims.value = wanted.claims;
      Object.assign(kept, { text: text.value, as: asker.value, claims: claims.value });
      form.show(text.value);
      if (text.value) ask();
    },
    key(event) {
      if (event.key !== '/') return false;
      text.focus();
      return true;
    },
    leave() { clearTimeout(timer); },
  };
}

/** What is wrong with a query, and where. */
function problem({ problem: message, help, at }, asked) {
  const end = at === undefined ? -1 : at + (/^\S+/.exec(asked.slice(at))?.[0].length ?? 0);
  return h('div.note.bad', null, h('p', null, marked(message), help && ['. ', marked(help)]),
    at !== undefined && h('p.place-of-problem', null, asked.slice(0, at), h('mark', null, asked.slice(at, end) || ' '), asked.slice(end)));
}

const examples = [
  ['a query', 'users where age >= 18 and city in ["Bonn", "Rome"] orderBy age desc, name limit 20'], ['all collections of a name', 'group messages where read == false'],
  ['figures', 'users where active == true aggregate count(), sum(age)'], ['a document', 'users/ada'],
  ['values', '"text"  5  2.5  true  null  [1, 2]  {a: 1}  ts"2026-01-31T12:00:00Z"  ref"users/ada"  bytes"AAE="  geo(52.5, 13.4)  vector(1, 2)'],
];

const grammar = () => h('details.after', null, h('summary', null, 'How it is written'),
  h('dl.facts', null, examples.map(([name, example]) => [h('dt', null, name), h('dd.mono', null, example)])));

const parts = (bill) => Object.entries(bill).filter(([, reads]) => reads > 0).map(([cause, reads]) => causes[cause](count(reads), reads)).join(', ');

const values = (list) => h('section.part', null, h('h2', null, 'Result'), h('dl.facts', null, list.map(({ name, value }) => [h('dt', null, name), h('dd.mono', null, value)])));

function documents(answer, page) {
  const more = answer.found > answer.documents.length ? `the first ${count(answer.documents.length)} of ${count(answer.found)}` : counted(answer.found, 'document');
  return h('section.part', null, h('h2', null, 'Documents', h('span.soft', null, more)),
    answer.documents.length > 0 && h('div.scroll', null, h('table', null,
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Document'), h('th', { scope: 'col' }, 'Fields'))),
      h('tbody', null, answer.documents.map((document) => h('tr', null,
        h('td.mono', null, h('a', { href: page.dataLink(document.path) }, document.path)), h('td.mono.cut', null, summaryOf(document.fields, document.isCut))))))));
}

"""###
    case .realtimeDetailJs: ###"""
// What is known of one request to the Realtime Database: which rules were asked, and how many bytes went where.

import { bytes, fileName } from './format.js';
import { h } from './dom.js';
import { link } from './places.js';

export function realtimeParts(page, request) {
  return [indexPart(request), rulesPart(request), trafficPart(request), request.target?.startsWith('/') && h('p', null,
    h('a', { href: page.link('realtime', { instance: request.database, path: request.target }) }, 'Show the data there'))];
}

const part = (title, ...children) => h('section.block', null, h('h3', null, title), ...children);

/** What the rules would have to say for the query to be served by an index. */
function indexPart(request) {
  return request.indexOn && part('Index to add', h('p', null, h('code', null, `".indexOn": ["${request.indexOn}"]`), ' at ', h('span.mono', null, request.target)),
    h('p', null, h('a', { href: link('rules', { instance: request.database }) }, 'Edit the rules')));
}

function rulesPart(request) {
  if (request.asked) return askedPart(request, request.database);
  if (request.who === 'admin') return part('Rules', h('p.soft', null, 'Administrators are not asked for.'));
  return request.verdict === 'denied' ? part('Rules', h('p', null, 'No rule on the way to this location allows it.')) : null;
}

/** The rules that were asked, of a request or of one that somebody tries. */
export function askedPart(request, instance) {
  return part('Rules', request.asked.map((rule) => rulePart(rule, request, instance)));
}

function rulePart(rule, request, instance) {
  const isTrue = rule.outcome === 'true';
  const values = rule.values ?? [];
  return h('div.operation', null,
    h('p', null, h(isTrue ? 'span.tag.good' : 'span.tag.bad', null, rule.outcome ?? 'not evaluated'), ' ', h('b', null, rule.kind), ' ', h('span.mono', null, rule.pattern),
      rule.decided && h('span.soft', null, request.verdict === 'denied' ? ' denied it' : ' allowed it')),
    h('p', null, h('code', null, rule.condition)),
    rule.path !== rule.pattern && h('p.soft', null, 'at ', h('span.mono', null, rule.path)),
    h('p.soft', null, h('a', { href: link(['rules', rule.line], { instance }) }, `${fileName(rule.file)}:${rule.line}`)),
    values.length > 1 && h('details', null, h('summary', null, `Every part with its value (${values.length})`),
      h('ol.trace', null, values.map((entry) => h('li', { style: { paddingLeft: `${Math.min(entry.depth ?? 0, 16) * 12}px` } },
        h('code', null, entry.text), ' ',
        entry.error ? h('span.bad', null, entry.error) : h(`span.value${entry.value === 'true' ? '.good' : entry.value === 'false' ? '.bad' : ''}`, null, entry.value))))));
}

function trafficPart(request) {
  const facts = [
    ['Data sent', request.sentBytes && bytes(request.sentBytes)], ['Data received', request.receivedBytes && bytes(request.receivedBytes)],
    ['Billed', request.realtimeBytes ? `${bytes(request.realtimeBytes)}, with what is sent around the data` : 'nothing'], ['Over', request.carrier],
  ];
  return part('Bytes',
    request.isUnindexed && request.verdict === 'served' && h('p.note.warn', null, h('b', null, 'No index. '), 'Everything at this location is looked through; listeners are sent all of it.'),
    request.isUnchanged && h('p.soft', null, 'The client had this already.'),
    h('dl.facts', null, facts.filter(([, value]) => value).map(([name, value]) => [h('dt', null, name), h('dd', null, value)])));
}

"""###
    case .realtimeEditorJs: ###"""
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

"""###
    case .realtimeViewJs: ###"""
// The tree of a Realtime Database: what is opened is loaded, what changes flashes, values are edited where they stand.

import { get } from './api.js';
import { bytes, count, counted } from './format.js';
import { fill, h, toast, Reload } from './dom.js';
import { redraw } from './redraw.js';
import { exchangeButton } from './exchange.js';
import { RealtimeEditor } from './realtime-editor.js';

const portion = 200;
const join = (path, key) => (path === '/' ? `/${key}` : `${path}/${key}`);

export function realtimeView(page) {
  let instance = null;
  let root = '/';
  let shownAt = null;
  /** What was loaded is not drawn yet: somebody types. */
  let isBehind = false;
  /** What was loaded, by its path; only of what is opened. */
  let nodes = new Map();
  const open = new Set();
  const crumbs = h('nav.crumbs', { 'aria-label': 'Path' });
  const state = h('span.soft', { role: 'status' });
  const choice = h('select', { 'aria-label': 'Instance', onchange: () => {
    const wanted = choice.value;
    choice.value = instance;
    page.go('realtime', { instance: wanted });
  } });
  const body = h('div.tree-of-data');
  const editor = new RealtimeEditor(() => instance, (path) => load(path, true), () => draw(), () => page.mayLeave());
  const element = h('section.data', { 'aria-label': 'Realtime Database' }, h('h1.unseen', null, 'Realtime Database'),
    h('div.tools.bar-of-list', null, page.dataChoice('realtime'), crumbs, h('span.gap'), state, choice, exchangeButton(page)), body);

  // MARK: What there is

  async function load(path, flashes = false) {
    try {
      const known = nodes.get(path);
      const limit = Math.max(portion, known?.children?.length ?? 0);
      const node = await get('realtime', { instance, path, limit });
      if (flashes && known?.etag === node.etag) {
        if (isBehind) draw();
        return;
      }
      if (flashes && known) mark(known, node);
      nodes.set(path, node);
      instance ??= node.instance;
      if (path === root) tell(node);
      draw();
    } catch (problem) { toast(problem.message); }
  }

  /** Children that are others than a moment ago. */
  function mark(before, after) {
    const old = new Map(before.children.map((child) => [child.key, JSON.stringify(child)]));
    for (const child of after.children) if (old.get(child.key) !== JSON.stringify(child)) child.isFresh = true;
    if (before.value !== after.value) after.isFresh = true;
  }

  async function more(path) {
    const node = nodes.get(path);
    try {
      const next = await get('realtime', { instance, path, after: node.children.at(-1).key, limit: portion });
      node.children.push(...next.children);
      node.hasMore = next.hasMore;
      draw();
    } catch (problem) { toast(problem.message); }
  }

  function toggle(path) {
    if (open.delete(path)) {
      for (const other of open) if (other.startsWith(`${path}/`)) open.delete(other);
      for (const other of [...nodes.keys()]) if (other === path || other.startsWith(`${path}/`)) nodes.delete(other);
      draw();
    } else {
      open.add(path);
      load(path);
    }
  }

  // MARK: Drawing

  function tell(node) {
    if (choice.length !== node.instances.length) fill(choice, node.instances.map((name) => h('option', { value: name }, name)));
    choice.value = node.instance;
    choice.hidden = node.instances.length < 2;
    state.textContent = node.type === 'absent' ? '' : `${node.count ? `${counted(node.count, 'child', 'children')}, ` : ''}${bytes(node.bytes)}`;
  }

  function draw() {
    // Who types goes on typing.
    isBehind = editor.isBusy;
    if (isBehind) return;
    const focus = document.activeElement?.dataset?.of;
    const node = nodes.get(root);
    if (!node) return;
    const isEmpty = node.type === 'absent';
    redraw(body, h('ul.tree', { key: root }, h('li', null, line(root, root === '/' ? node.instance : root.split('/').at(-1), node, true), children(root, node))),
      isEmpty && h('p.soft.none', null, 'Nothing is stored here.'));
    // A question stands in the place of the button that asked it.
    if (focus && document.activeElement === document.body) body.querySelector(`[data-of="${CSS.escape(focus)}"]`)?.focus();
  }

  function children(path, node) {
    if (node.type !== 'children') return null;
    return h('ul', null,
      node.children.map((child) => {
        const place = join(path, child.key);
        const own = nodes.get(place);
        return h('li', { key: child.key }, line(place, child.key, child, false), open.has(place) && own && children(place, own));
      }),
      node.hasMore && h('li', null, h('button.quiet.add', { type: 'button', onclick: () => more(path) }, `${count(node.count - node.children.length)} more…`)));
  }

  function line(path, key, node, isRoot) {
    const isInner = node.type === 'children';
    const isOpen = isRoot || open.has(path);
    const nodeOf = (event) => event.currentTarget.closest('.node');
    const row = h('div.node', { class: node.isFresh ? 'flash' : '' },
      isInner && !isRoot
        ? h('button.quiet.twist', { type: 'button', 'aria-expanded': String(isOpen), 'aria-label': `${isOpen ? 'Close' : 'Open'} ${key}`, 'data-of': `twist ${path}`, onclick: () => toggle(path) }, isOpen ? '▾' : '▸')
        : h('span.twist'),
      isInner && !isRoot ? h('a.key', { href: page.link('realtime', { instance, path }) }, key) : h('span.key', null, key),
      isInner
        ? h('span.soft', null, `${counted(node.count, 'child', 'children')}, ${bytes(node.bytes)}`)
        : node.type !== 'absent' && h(`button.quiet.leaf.${node.type}`, { type: 'button', title: `${node.type}: edit`, 'data-of': `edit ${path}`, onclick: (event) => editor.edit(nodeOf(event), path, node) }, node.type === 'string' ? JSON.stringify(node.value) : String(node.value)),
      node.priority !== undefined && h('span.tag', { title: 'Priority' }, `.priority ${JSON.stringify(node.priority)}`),
      h('span.actions', null,
        (isInner || node.type === 'absent') && h('button.quiet', { type: 'button', 'aria-label': `Add a child to ${key}`, title: 'Add a child', onclick: (event) => editor.add(nodeOf(event), path) }, '+'),
        node.type !== 'absent' && editor.deletion(path, key, node.etag ?? (isOpen ? nodes.get(path)?.etag : null) ?? null)));
    delete node.isFresh;
    return row;
  }

  function showCrumbs() {
    const keys = root.split('/').filter(Boolean);
    const links = keys.map((key, index) => h('a', { href: page.link('realtime', { instance, path: `/${keys.slice(0, index + 1).join('/')}` }) }, key));
    fill(crumbs, h('a', { href: page.link('realtime', { instance }) }, 'root'), links.flatMap((link) => [h('span.soft', { 'aria-hidden': 'true' }, '/'), link]));
  }

  const changes = new Reload(() => { for (const path of [root, ...open]) load(path, true); }, 300);
  return {
    element,
    unsaved: () => editor.unsaved,
    discard() { editor.isTyped = false; },
    update(_, parameters) {
      instance = parameters.get('instance');
      root = parameters.get('path') ?? '/';
      nodes = new Map();
      open.clear();
      editor.leave();
      showCrumbs();
      load(root);
    },
    pulse(pulse) {
      if (pulse.last === shownAt) return;
      shownAt = pulse.last;
      changes.ask();
    },
    leave() { changes.cancel(); },
  };
}

"""###
    case .redrawJs: ###"""
// Draws something anew of which much is as it was. Elements that stay keep what only they know: the focus, a selection, how far
// they are scrolled, what is opened in them, and the press of a button that has not ended yet.

import { listen, made, nodes } from './dom.js';

/**
 * Makes the children of an element equal to these, as `fill` does. A child that is there already stays; so does one of the same
 * kind and `key`, with the attributes, listeners and children of the new one. What listens must not know the elements that it was
 * made with: those that do are made once and given again.
 */
export function redraw(element, ...children) {
  reconcile(element, nodes(children));
  return element;
}

function reconcile(parent, wanted) {
  const given = new Set(wanted);
  const known = new Map();
  for (const node of parent.childNodes) {
    if (!given.has(node)) known.set(kindOf(node), [...known.get(kindOf(node)) ?? [], node]);
  }
  const stay = wanted.map((node) => {
    if (node.parentNode === parent) return node;
    const old = known.get(kindOf(node))?.shift();
    if (!old) return node;
    become(old, node);
    return old;
  });
  const kept = new Set(stay);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  let next = parent.firstChild;
  for (const node of stay) {
    if (node === next) next = next.nextSibling;
    else place(parent, node, next);
  }
}

/** What is moved keeps its state, where the browser can do that. */
function place(parent, node, before) {
  if (node.parentNode === parent && parent.moveBefore) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

const kindOf = (node) => (node.nodeType === Node.TEXT_NODE ? '#text' : `${node.nodeName} ${made.get(node)?.key ?? ''}`);

function become(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const [was, is] = [made.get(old), made.get(fresh)];
  for (const name of was.attributes.keys()) if (!is.attributes.has(name)) old.removeAttribute(name);
  // Only what is drawn otherwise than before: what somebody has opened or chosen since stays so.
  for (const [name, value] of is.attributes) if (was.attributes.get(name) !== value) write(old, name, value);
  for (const event of Object.keys(was.listeners)) if (!(event in is.listeners)) was.listeners[event] = null;
  for (const [event, listener] of Object.entries(is.listeners)) listen(old, was.listeners, event, listener);
  was.attributes = is.attributes;
  reconcile(old, [...fresh.childNodes]);
}

// The page's own policy forbids styles that are written as attributes.
function write(element, name, value) {
  if (name === 'style') element.style.cssText = value;
  else element.setAttribute(name, value);
}

"""###
    case .requestDetailJs: ###"""
// What is known of one request: why it was decided so, its index, its plan, its bill.

import { get } from './api.js';
import { bytes, count, counted, fileName, milliseconds } from './format.js';
import { fill, h, marked } from './dom.js';
import { indexWriting } from './index-writing.js';
import { realtimeParts } from './realtime-detail.js';
import { claimsText, proposeRealtimeTrial, proposeTrial } from './rules-trial.js';
import { textOf } from './values.js';

export class RequestDetail {
  constructor(page, closed) {
    this.page = page;
    this.closed = closed;
    this.number = null;
    this.body = h('div.body', null);
    this.title = h('h2', null);
    this.element = h('aside.detail', { hidden: true, 'aria-label': 'The chosen request' },
      h('div.detail-head', null, this.title, h('button.quiet', { type: 'button', 'aria-label': 'Close', title: 'Escape', onclick: () => this.close() }, '✕')),
      this.body);
  }

  get isOpen() { return this.number !== null; }

  close() {
    this.show(null);
    this.closed();
  }

  async show(number) {
    if (number === this.number) return;
    this.number = number;
    this.element.hidden = number === null;
    if (number === null) return;
    try {
      const request = await get(`requests/${number}`);
      if (this.number === number) this.draw(request);
    } catch (problem) {
      this.title.textContent = `Request ${number}`;
      fill(this.body, h('p.note', null, problem.message));
    }
  }

  draw(request) {
    const page = about(this.page, request);
    this.title.textContent = `${request.word} ${request.target}`;
    fill(this.body,
      request.query && h('p.code', null, request.query),
      subjectLinks(page, request),
      verdict(request),
      ...(request.repairs ?? []).map((repair) => repairPart(page, repair)),
      request.rules && rulesPart(page, request.rules, request.written),
      request.plan && planPart(request),
      ...(request.product === 'database' ? realtimeParts(page, request) : []),
      request.written && writtenPart(page, request),
      againPart(page, request),
      request.product === 'firestore' && billPart(request),
      request.rules?.trace && tracePart(request.rules),
      aboutPart(request));
    this.body.scrollTop = 0;
  }
}

/** The page with links to what a request was about, in its own database. */
const about = (page, { product, database }) => (product === 'firestore'
  ? Object.create(page, { database: { value: database }, link: { value: (place, parameters = {}) => page.link(place, { database, ...parameters }) } })
  : page);

/** Where what it was about is shown. */
function subjectLinks(page, request) {
  if (request.product !== 'firestore') return null;
  const links = [];
  if (request.query) links.push(h('a', { href: page.link('query', { q: request.query, as: request.who === 'admin' ? null : request.who }) }, 'Open in Query'));
  else if (isDocument(request.target)) links.push(h('a', { href: page.dataLink(request.target, request.database) }, 'Show the document'));
  return links.length > 0 && h('p', null, links);
}

const isDocument = (target) => /^[^ ]+\/[^ ]+$/.test(target) && target.split('/').length % 2 === 0;

const part = (title, ...children) => h('section.block', null, h('h3', null, title), ...children);

function verdict(request) {
  switch (request.verdict) {
    case 'served': return h('p.note.good', null, served(request));
    case 'denied': return h('p.note.bad', null, h('b', null, 'Denied by the rules. '), marked(request.reason));
    case 'missing': return h('p.note.warn', null, ...lacking(request));
    default: return h('p.note.bad', null, h('b', null, `${request.status ?? 'Refused'}. `), marked(request.reason));
  }
}

function lacking(request) {
  if (request.product === 'database') return [h('b', null, 'Refused: '), marked(request.reason)];
  return request.isDeclared
    ? [h('b', null, 'Production would have refused this query: '), 'it needed an index that was not declared. By now it is.']
    : [h('b', null, 'Production refuses this query: '), 'it needs an index that is not declared.'];
}

function served(request) {
  if (request.product === 'database') {
    return request.realtimeBytes ? `Served: ${bytes(request.realtimeBytes)} are billed.` : 'Served; it bills nothing.';
  }
  const rules = request.ruleReads ?? 0;
  const parts = [];
  if (request.reads || !request.writes) parts.push(counted((request.reads ?? 0) - rules, 'billed read'));
  if (rules) parts.push(`${counted(rules, 'read')} of the rules`);
  if (request.writes) parts.push(counted(request.writes, 'write'));
  if (request.deletes) parts.push(counted(request.deletes, 'delete'));
  const time = request.ms === undefined ? '' : ` in ${milliseconds(request.ms)} ms`;
  return `Served${time}: ${parts.join(', ')}.`;
}

// MARK: An index that is missing

export function repairPart(page, repair) {
  const body = { member: repair.member, definition: repair.definition };
  return part('Index to add', h('p.mono', null, repair.title),
    indexWriting(page, { label: `Add to ${fileName(repair.file)}…`, file: repair.file, body }),
    h('p', null, h('a', { href: page.link('indexes') }, 'All missing indexes')));
}

// MARK: Rules

/** @param {object[]} [written] the writes that were asked for, in their order */
export function rulesPart(page, rules, written = []) {
  const operations = rules.operations.map((operation) => h('div.operation', null,
    h('p', null, h(operation.denial ? 'span.tag.bad' : 'span.tag.good', null, operation.denial ? 'denied' : 'allowed'), ' ',
      h('b', null, operation.method), ' ', h('span.mono', null, operation.target)),
    operation.allowedBy && h('p.soft', null, operation.method === 'list' && rules.proof ? 'proven for every document that the query could return, beginning at ' : 'allowed by ', place(page, operation.allowedBy)),
    operation.statements?.length ? operation.statements.map((statement) => statementPart(page, statement)) : operation.denial && denialPart(page, operation),
    operation.doubts?.map((doubt) => h('p.soft', null, doubt))));
  const proof = rules.proof?.filter((step) => step.condition).map((step) => h('li', null, h('code', null, step.condition),
    step.filters.length ? [h('span.soft', null, ' holds because of '), h('code', null, step.filters.join(' and '))] : null));
  const title = rules.basis === 'no rules' ? 'Rules: the database has none' : 'Rules';
  // The first one that is denied decides about all of them.
  const undecided = rules.operations.at(-1)?.denial ? written.slice(rules.operations.length) : [];
  const isOfMany = rules.operations.length > 1;
  return part(title, operations,
    undecided.map(({ kind, path }) => h('div.operation', null, h('p', null, h('span.tag', null, 'not decided'), ' ', h('b', null, kind), ' ', h('span.mono', null, path)))),
    proof?.length ? h('ul.proof', null, proof) : null,
    h('p.soft', null, `${count(rules.expressions)} of at most ${counted(rules.expressionLimit, 'expression')}${isOfMany ? ' for one of them' : ''}`,
      rules.reads.length ? [`, ${counted(rules.reads.length, 'document')} read: `, h('span.mono', null, rules.reads.join(', '))] : ''));
}

function denialPart(page, operation) {
  return [
    operation.condition && !operation.denial.includes(operation.condition) && h('p', null, h('code', null, operation.condition)),
    h('p', null, marked(operation.denial)),
    operation.rule && h('p.soft', null, 'at ', place(page, operation.rule)),
    operation.counterexample && h('p', null, h('span.soft', null, 'It could return '), h('code', null, operation.counterexample)),
    operation.help && h('p.help', null, marked(operation.help)),
  ];
}

/** A link to the line of the rules. */
function place(page, text) {
  const line = Number(/:(\d+):\d+$/.exec(text)?.[1] ?? 0);
  return h('a', { href: page.link(line ? ['rules', line] : 'rules') }, fileName(text));
}

function statementPart(page, statement) {
  return h('div.statement', null,
    h('p', null, h('a', { href: page.link(['rules', statement.line]) }, `line ${statement.line}`), '  ', h('b', null, `allow ${statement.methods}`), ' ', h('span.mono.soft', null, statement.path)),
    h('ul.conditions', null, statement.conditions.map((condition) => conditionPart(page, condition))));
}

const verdictMarks = { satisfied: '✓', failed: '✗', error: '!', 'not-evaluated': '·' };

function conditionPart(page, condition) {
  return h(`li.${condition.verdict}`, null,
    h('span.mark', { title: condition.verdict.replace('-', ' ') }, verdictMarks[condition.verdict]), h('code', null, condition.text),
    ['failed', 'error'].includes(condition.verdict) && [' ', h('a', { href: page.link(['rules', condition.line]) }, `line ${condition.line}`)],
    condition.values && h('p.values', null, condition.values),
    condition.wouldAllow && h('p.help', null, 'would allow: ', h('code', null, condition.wouldAllow)),
    condition.alternatives && h('ul.conditions', null, condition.alternatives.map((alternative) => conditionPart(page, alternative))));
}

function tracePart(rules) {
  const steps = rules.trace.reduce((sum, entries) => sum + entries.length, 0);
  return h('details.block', null, h('summary', null, `The evaluation, step by step (${counted(steps, 'step')})`), rules.trace.map((entries, index) => [
    rules.trace.length > 1 && h('h3', null, `${rules.operations[index]?.method ?? ''} ${rules.operations[index]?.target ?? ''}`),
    h('ol.trace', null, entries.map((entry) => h('li', { style: { paddingLeft: `${Math.min(entry.depth ?? 0, 16) * 12}px` } },
      h('span.soft', null, `${entry.line} `), h('code', null, entry.text), ' ',
      entry.error ? h('span.bad', null, entry.error) : h(`span.value${entry.value === 'true' ? '.good' : entry.value === 'false' ? '.bad' : ''}`, null, entry.value))))]));
}

// MARK: Again

/** The same request once more, as the same or as anybody else, without being billed: reads as a query, writes with the rules. */
function againPart(page, request) {
  // The claims are those of one token: nobody else has them.
  const claimsOf = (who) => (who === request.who ? request.claims : undefined);
  if (request.product === 'database') return realtimeAgainPart(page, request, claimsOf);
  const { database } = request;
  const isSingle = isDocument(request.target);
  const text = request.query ?? (['GetDocument', 'BatchGetDocuments'].includes(request.method) && isSingle ? request.target : null);
  if (text !== null) {
    return askers(page, request.who, (who) => page.go('query', { q: text, as: who === 'admin' ? null : who, claims: claimsText(claimsOf(who)) || null, database }));
  }
  const reads = request.method === 'BatchGetDocuments' ? (request.rules?.operations ?? []).map(({ method, target }) => ({ method, path: target.replace(/^\//, '') })) : [];
  if (reads.length) {
    return askers(page, request.who, (who, { path }) => page.go('query', { q: path, as: who === 'admin' ? null : who, claims: claimsText(claimsOf(who)) || null, database }), { writes: reads, isTrial: false, isWrite: false });
  }
  const writes = request.judgedWrites ?? (isSingle && ['Commit', 'Write', 'BatchWrite', 'UpdateDocument', 'CreateDocument', 'DeleteDocument'].includes(request.method) ? [{ path: request.target }] : []);
  return writes.length > 0 && askers(page, request.who, (who, write) => tryWrite(page, database, who, claimsOf(who), write), { writes });
}

const realtimeWrites = ['set', 'update', 'push', 'delete', 'compare-and-set'];

/** What was written is not kept: a write begins as what there is now. */
function realtimeAgainPart(page, request, claimsOf) {
  const isWrite = realtimeWrites.includes(request.method);
  if (!request.target?.startsWith('/') || !(isWrite || ['read', 'listen'].includes(request.method))) return null;
  return askers(page, request.who, async (who) => {
    const { database: instance, target: path } = request;
    let value;
    if (isWrite) {
      const node = await get('realtime', { instance, path, limit: 1 }).catch(() => null);
      value = node?.type === 'children' || node?.type === 'absent' ? undefined : node?.value;
    }
    proposeRealtimeTrial(page, instance, { method: isWrite ? 'write' : 'read', path, who, claims: claimsOf(who), value });
  }, { isTrial: true, isWrite });
}

/** Administrators are asked no rules: what was written is not known, and begins as what there is now. */
async function tryWrite(page, database, who, claims, write) {
  let { method, fields, changed } = write;
  if (!method) {
    const document = await get('document', { database, path: write.path }).catch(() => ({ exists: false }));
    method = document.exists ? 'update' : 'create';
    fields = document.fields;
  }
  proposeTrial(page, { method, path: write.path, who: who === 'admin' ? '' : who, claims, fields, changed, database });
}

/** @param {{writes?: object[], isTrial?: boolean}} options `isTrial`: rules are asked, which administrators are not */
function askers(page, who, ask, { writes = null, isTrial = writes !== null, isWrite = writes !== null } = {}) {
  const write = writes && h('select', { 'aria-label': isWrite ? 'Which write' : 'Which document' }, writes.map(({ method, path }, index) => h('option', { value: index }, `${method ?? 'write'} ${path}`)));
  const other = h('input', { type: 'text', 'aria-label': 'The id of another user', placeholder: 'another user', spellcheck: 'false', onkeydown: (event) => { if (event.key === 'Enter') go(other.value.trim()); } });
  const go = (as) => {
    if (as) ask(as, writes?.[Number(write.value)]);
    else other.focus();
  };
  const names = [...new Set([who, ...(isTrial ? [] : ['admin']), 'anonymous'])].filter((name) => !(isTrial && name === 'admin'));
  return part('Ask again', writes?.length > 1 && h('div.tools', null, write),
    h('div.tools', null, names.map((name) => h('button.button', { type: 'button', onclick: () => go(name) }, `as ${name}`)), other,
      h('button.button', { type: 'button', onclick: () => go(other.value.trim()) }, 'as this user')),
    isTrial && h('p.soft', null, isWrite ? 'The rules decide; nothing is written.' : 'The rules decide; nothing is billed.'));
}

// MARK: What was written

const kinds = { create: 'create', set: 'set the whole document', update: 'update', merge: 'set with merge', delete: 'delete', verify: 'only check' };

/** The writes as they were asked; of many the first. */
function writtenPart(page, request) {
  const { written } = request;
  const total = Number(/^(\d+) writes/.exec(request.target)?.[1] ?? written.length);
  return part(request.verdict === 'served' ? 'Written' : 'To be written', written.map((write) => h('div.operation', null,
    h('p', null, h('b', null, kinds[write.kind]), ' ', h('a.mono', { href: page.dataLink(write.path, request.database) }, write.path),
      write.precondition && h('span.soft', null, ` if ${write.precondition}`)),
    write.fields && h('dl.facts.mono', null, Object.entries(write.fields).map(([name, value]) => [h('dt', null, name), h('dd', null, textOf(value))])),
    write.removes && h('p', null, h('span.soft', null, 'removes '), h('span.mono', null, write.removes.join(', '))),
    write.transforms && h('p.mono', null, write.transforms.map((transform) => [transform, h('br')])))),
  total > written.length && h('p.soft', null, `and ${counted(total - written.length, 'more write')}`));
}

// MARK: Plan and bill

function planPart(request) {
  return part('Plan', h('ul', null, request.plan.map((index) => h('li', null, h('span.mono', null, index.properties), ' ', h('span.tag', null, index.origin)))));
}

/** What reads are billed for, in words. */
export const causes = {
  documents: (text, reads) => `${text} ${reads === 1 ? 'document' : 'documents'}`, minimum: (text) => `${text} because nothing was found`,
  skipped: (text) => `${text} passed over by the offset`, missing: (text, reads) => `${text} missing ${reads === 1 ? 'document' : 'documents'}`,
  indexEntries: (text) => `${text} for index entries, up to 1,000 of them each`, rules: (text) => `${text} by the rules`,
  verify: (text) => `${text} verified`, reissued: (text) => `${text} because a listener began anew`,
};

const causeOf = (request, cause, reads) => (request.kind === 'collectionIds' && cause === 'minimum' ? 'the list of collections' : causes[cause]('', reads).trim());

function billPart(request) {
  if (!request.bill) return part('Bill', h('p.soft', null, 'It bills nothing.'));
  const lines = Object.entries(request.bill).filter(([, reads]) => reads > 0).map(([cause, reads]) => [causeOf(request, cause, reads), count(reads), 'reads']);
  if (request.writes) lines.push(['documents written', count(request.writes), 'writes']);
  if (request.deletes) lines.push(['documents deleted', count(request.deletes), 'deletes']);
  if (!lines.length) return part('Bill', h('p.soft', null, 'Nothing was billed.'));
  return part('Bill', h('table', null, h('tbody', null, lines.map(([cause, figure, unit]) => h('tr', null, h('td', null, cause), h('td.num', null, figure), h('td.soft', null, unit))))),
    h('p.soft', null, `The answer took ${bytes(request.bytes ?? 0)}.`));
}

function aboutPart(request) {
  const facts = [
    ['Time', request.time], ['Who', request.who], ['Claims', claimsText(request.claims)], ['Method', request.method], ['Database', request.database],
    ['Operation', request.operation], ['Test', request.test], ['Billed as', request.kind], ['Number', request.n],
  ];
  return part('About', h('dl.facts', null, facts.filter(([, value]) => value).map(([name, value]) => [h('dt', null, name), h('dd', null, value)])));
}

"""###
    case .requestStoreJs: ###"""
// The requests that the page knows, and those of them that are to be seen.

const limit = 10_000;

export const filters = [
  { id: 'all', name: 'All', matches: () => true },
  { id: 'denied', name: 'Denied', matches: (row) => row.verdict === 'denied' },
  { id: 'missing', name: 'Missing index', matches: (row) => row.missing !== undefined || row.verdict === 'missing' },
  { id: 'expensive', name: 'Expensive', title: '100 billed reads and more', matches: (row) => (row.reads ?? 0) >= 100 },
  { id: 'listeners', name: 'Listeners', matches: (row) => row.word === 'listen' || row.word === 'sent' },
  { id: 'writes', name: 'Writes', matches: (row) => (row.writes ?? 0) + (row.deletes ?? 0) > 0 },
];

const text = (row) => [
  row.word, row.method, row.query ?? row.target, row.who, row.verdict, row.operation, row.test, row.reason, row.status,
  ...(row.indexes ?? []), ...(row.missing ?? []),
].join('\n').toLowerCase();

export class RequestStore {
  constructor() {
    /** Oldest first. */
    this.rows = [];
    this.shown = [];
    this.last = 0;
    /** Requests that came too fast to be sent one by one. */
    this.skipped = 0;
    this.filter = filters[0];
    this.words = [];
    /** Only requests of this user, and of this operation; null: of all. */
    this.user = null;
    this.operation = null;
    this.texts = new WeakMap();
    this.counts = new Map();
    this.listeners = new Set();
    /** The start of the emulator that the rows are of. Null: none was reached yet. */
    this.run = null;
    /** Older requests are on their way. */
    this.isReading = false;
  }

  get isFull() { return this.rows.length >= limit; }

  /** Learns how many rows were added to `shown`; less than none when they are others. */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  add(rows, skipped = 0) {
    const fresh = rows.filter((row) => row.n > this.last);
    if (!fresh.length && !skipped) return;
    this.skipped += skipped;
    if (fresh.length) this.last = fresh.at(-1).n;
    this.rows.push(...fresh);
    for (const row of fresh) this.count(row, 1);
    const visible = fresh.filter((row) => this.matches(row));
    this.shown.push(...visible);
    this.trim();
    this.tell(visible.length);
  }

  /** Rows that are older than those that are there. */
  prepend(rows) {
    const first = this.rows[0]?.n ?? Infinity;
    const older = rows.filter((row) => row.n < first).slice(-Math.max(0, limit - this.rows.length));
    if (!older.length) return;
    this.rows.unshift(...older);
    for (const row of older) this.count(row, 1);
    this.shown.unshift(...older.filter((row) => this.matches(row)));
    this.tell(-1, older);
  }

  // In larger pieces than one, since what is cut off at the front moves everything behind it.
  trim() {
    if (this.rows.length < limit * 1.1) return;
    const gone = this.rows.splice(0, this.rows.length - limit);
    for (const row of gone) this.count(row, -1);
    const first = this.rows[0].n;
    const kept = this.shown.findIndex((row) => row.n >= first);
    this.shown.splice(0, kept < 0 ? this.shown.length : kept);
  }

  count(row, change) {
    for (const filter of filters) {
      if (filter.matches(row)) this.counts.set(filter.id, (this.counts.get(filter.id) ?? 0) + change);
    }
  }

  matches(row) {
    if (!this.filter.matches(row)) return false;
    if (this.user !== null && row.who !== this.user) return false;
    if (this.operation !== null && row.operation !== this.operation) return false;
    if (!this.words.length) return true;
    let searched = this.texts.get(row);
    if (searched === undefined) this.texts.set(row, searched = text(row));
    return this.words.every((word) => searched.includes(word));
  }

  select({ filter, search, user, operation }) {
    this.filter = filters.find(({ id }) => id === filter) ?? filters[0];
    Object.assign(this, { user, operation });
    this.words = search.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = this.rows.filter((row) => this.matches(row));
    this.tell(-1);
  }

  /** What is shown is of another start of the emulator from now on. */
  begin(run, rows) {
    Object.assign(this, { run, rows: [], shown: [], last: 0, skipped: 0 });
    this.counts.clear();
    this.add(rows);
    this.tell(-1);
  }

  tell(added, older = []) {
    for (const listener of this.listeners) listener(added, older);
  }
}

"""###
    case .requestsViewJs: ###"""
// The requests as they come: one row each, filters, search, and what is known of one of them beside the list.

import { counted, count, clock, list, milliseconds } from './format.js';
import { fill, h } from './dom.js';
import { divider } from './divider.js';
import { filters } from './request-store.js';
import { VirtualList } from './virtual-list.js';
import { RequestDetail } from './request-detail.js';

/** How long the list holds still for a pointer that rests over it. */
const aiming = 5000;

const narrow = matchMedia('(max-width: 900px)');

export function requestsView(page) {
  const { store } = page;
  /** What of the requests is shown, as the address says it. */
  let choice = choiceOf(page.parameters);
  let isPaused = false;
  /** All rows of the moment since which nothing is to move, and those of them that are shown. */
  let frozen = null;
  let { counts } = store;
  let held = null;
  /** The rows that are shown while a pointer is aimed at one of them. */
  let still = null;
  let aim = 0;
  const rows = () => held ?? still ?? store.shown;
  const rowAt = (index) => rows()[rows().length - 1 - index];

  const field = h('input', {
    type: 'search', placeholder: 'Search', 'aria-label': 'Search requests', title: 'Press / to search', value: choice.search,
    spellcheck: 'false', autocomplete: 'off',
    oninput: () => choose({ search: field.value }),
  });
  const chips = h('div.chips', { role: 'group', 'aria-label': 'Filter' });
  const buttons = new Map(filters.map(({ id, name, title = null }) => {
    const figure = h('span.figure');
    const button = h('button.button', { type: 'button', title, onclick: () => choose({ filter: id }) }, name, figure);
    return [id, { button, figure }];
  }));
  fill(chips, [...buttons.values()].map(({ button }) => button));
  const narrowing = h('div.tools.narrowing-of-list', { role: 'group', 'aria-label': 'Only of' });
  const pause = h('button.button.pause', { type: 'button', title: 'Space', onclick: () => hold(!isPaused) }, 'Pause');
  const save = h('a.button', { href: '/firebreak/v1/requests', download: 'requests.json', onclick: saveShown }, 'Save all');
  const state = h('span.soft.state', { role: 'status' });

  const heading = h('div.columns', { 'aria-hidden': 'true' },
    ['UTC', '', 'Who', 'Method', 'Request', 'Index', 'Billed', 'ms'].map((name, index) => h(`span.c${index}`, null, name)));
  const grid = new VirtualList({
    header: heading, label: 'Requests, newest first', rowHeight: () => (narrow.matches ? 54 : 30), length: () => rows().length,
    key: (index) => rowAt(index), make: makeRow, update: (element, index) => updateRow(element, rowAt(index), page),
    select: (index) => { if (detail.isOpen) openRow(index); }, open: openRow,
  });
  const fresh = h('button.fresh.button.main', { type: 'button', hidden: true, onclick: () => {
    release();
    grid.scrollTo(0);
    fresh.hidden = true;
  } });
  const empty = h('div.empty', null);
  const detail = new RequestDetail(page, () => { page.go('requests', place()); grid.element.focus(); });
  const element = h('section.requests', { 'aria-label': 'Requests' },
    h('h1.unseen', null, 'Requests'),
    h('div.tools.bar-of-list', null, field, chips, state, pause, save), narrowing,
    h('div.split', null, h('div.listing', null, grid.element, fresh, empty), divider('request', detail.element), detail.element));

  // A hand needs a moment from seeing a row to pressing on it: meanwhile what it sees stays where it is.
  grid.element.addEventListener('pointermove', ({ pointerType }) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(aim);
    aim = setTimeout(release, aiming);
  }, { passive: true });
  grid.element.addEventListener('pointerleave', () => release(), { passive: true });

  /** How many that are shown came behind these. */
  function cameSince(rows) {
    const newest = rows.at(-1)?.n ?? 0;
    let place = store.shown.length;
    while (place > 0 && store.shown[place - 1].n > newest) place -= 1;
    return store.shown.length - place;
  }

  function release() {
    clearTimeout(aim);
    aim = 0;
    if (!still) return;
    const added = cameSince(still);
    still = null;
    if (added > 0 && !held) grid.inserted(added);
    else grid.refresh();
    show();
  }

  function place() {
    const { filter, search, user, operation } = choice;
    return { filter: filter === 'all' ? null : filter, q: search || null, user, operation };
  }

  function choose(change) {
    choice = { ...choice, ...change };
    still = null;
    store.select(choice);
    showNarrowing();
    holdMatching();
    grid.select(-1);
    grid.refresh();
    show();
    grid.scrollTo(0);
    page.replace(detail.number ? ['requests', detail.number] : 'requests', place());
  }

  /** What a link from another view has narrowed the list to, to be taken off again. */
  function showNarrowing() {
    fill(narrowing, ['user', 'operation'].filter((kind) => choice[kind] !== null).map((kind) => h('button.button.narrowing', {
      type: 'button', 'aria-pressed': 'true', 'aria-label': `Only of ${kind} ${choice[kind]}: show all`, title: `${kind} ${choice[kind]}: show all`,
      onclick: () => { choose({ [kind]: null }); field.focus(); },
    }, h('span.soft', null, `${kind} `), h('span.name', null, choice[kind]), h('span', { 'aria-hidden': 'true' }, '✕'))));
  }

  function holdMatching() { held = frozen && frozen.filter((row) => store.matches(row)); }

  function hold(paused) {
    isPaused = paused;
    still = null;
    frozen = paused ? [...store.rows] : null;
    counts = paused ? new Map(store.counts) : store.counts;
    holdMatching();
    pause.textContent = paused ? 'Go on' : 'Pause';
    pause.setAttribute('aria-pressed', paused);
    if (!paused) grid.refresh();
    show();
  }

  function openRow(index) {
    const row = rowAt(index);
    if (row) page.go(['requests', row.n], place());
  }

  function show() {
    for (const [id, { button, figure }] of buttons) {
      button.setAttribute('aria-pressed', id === choice.filter);
      figure.textContent = id === 'all' ? '' : count(counts.get(id) ?? 0);
      figure.hidden = id === 'all' || !(counts.get(id) > 0);
    }
    const waiting = frozen ? cameSince(frozen) : 0;
    const sent = rows().filter((row) => row.isDelivery).length;
    const parts = [counted(rows().length - sent, 'request')];
    if (sent) parts.push(`${count(sent)} sent to listeners`);
    if (waiting) parts.push(`${count(waiting)} more since the pause`);
    if (store.isReading) parts.push('reading older ones…');
    if (store.skipped) parts.push(`${count(store.skipped)} came too fast to be shown`);
    save.textContent = isNarrowed() ? 'Save these' : 'Save all';
    save.title = isNarrowed() ? 'The requests that are shown, as JSON' : 'All requests that the emulator keeps, as JSON';
    state.textContent = state.title = parts.join(' · ');
    showEmpty();
  }

  const isNarrowed = () => choice.filter !== 'all' || choice.search !== '' || choice.user !== null || choice.operation !== null;

  /** Everything that is kept comes from the emulator itself; of what is narrowed the rows that are shown. */
  function saveShown(event) {
    if (!isNarrowed()) return;
    event.preventDefault();
    const url = URL.createObjectURL(new Blob([JSON.stringify({ run: store.run, rows: rows() }, null, 2)], { type: 'application/json' }));
    h('a', { href: url, download: 'requests.json' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  function showEmpty() {
    empty.hidden = rows().length > 0;
    if (!empty.hidden) {
      fill(empty, store.rows.length > 0
        ? [h('h2', null, 'No request matches'), h('p', null, 'Other filters or words may find some.')]
        : [h('h2', null, 'Nothing was asked yet'), h('p', null, 'Point your app or your tests at the emulator:'),
          h('pre', null, page.exports())]);
    }
  }

  const forget = store.onChange((added, older) => {
    if (isPaused && older.length) {
      frozen.unshift(...older);
      holdMatching();
      grid.refresh();
    }
    if (!isPaused) {
      if (added > 0 && aim) still ??= store.shown.slice(0, store.shown.length - added);
      else if (added < 0) still = null;
      if (!still && added > 0) grid.inserted(added);
      else if (added < 0) grid.refresh();
      showFresh();
    }
    show();
  });
  grid.element.addEventListener('scroll', showFresh, { passive: true });

  function showFresh() {
    const waiting = still ? cameSince(still) : 0;
    fresh.hidden = !waiting && grid.element.scrollTop < 200;
    fresh.textContent = waiting ? `↑ ${count(waiting)} new` : '↑ To the newest';
  }
  const changed = () => grid.refresh();
  narrow.addEventListener('change', changed);

  store.select(choice);
  showNarrowing();
  show();

  return {
    element,
    update(path, parameters) {
      const wanted = choiceOf(parameters);
      if (JSON.stringify(wanted) !== JSON.stringify(choice)) {
        choice = wanted;
        still = null;
        if (field.value !== choice.search) field.value = choice.search;
        store.select(choice);
        showNarrowing();
        holdMatching();
        grid.refresh();
      }
      const number = Number(path[0]) || null;
      detail.show(number);
      element.classList.toggle('open', number !== null);
      const index = number === null ? -1 : rows().length - 1 - rows().findIndex((row) => row.n === number);
      if (index < rows().length) grid.select(index, true);
      show();
    },
    key(event) {
      // These do something themselves.
      const isControl = event.target.closest('button, a, summary') !== null;
      if (event.key === '/') field.focus();
      else if (event.key === ' ' && !isControl) hold(!isPaused);
      else if (event.key === 'Escape' && detail.isOpen) detail.close();
      else if (['j', 'k', 'ArrowDown', 'ArrowUp'].includes(event.key) && !isControl) {
        grid.element.focus();
        grid.key(event);
      } else return false;
      return true;
    },
    leave() {
      clearTimeout(aim);
      forget();
      narrow.removeEventListener('change', changed);
    },
  };
}

function choiceOf(parameters) {
  return {
    filter: parameters.get('filter') ?? 'all', search: parameters.get('q') ?? '', user: parameters.get('user'), operation: parameters.get('operation'),
  };
}

function makeRow() {
  return h('div.row', { role: 'row' }, [0, 1, 2, 3, 4, 5, 6, 7].map((column) => h(`span.c${column}`, { role: 'gridcell' })));
}

const marks = { served: '✓', denied: '✗', missing: '✗', refused: '✗' };
const words = { served: 'served', denied: 'denied by the rules', missing: 'an index is missing', refused: 'refused' };

function updateRow(element, row, page) {
  const [time, mark, who, method, what, index, reads, ms] = element.children;
  element.className = `row ${row.verdict}${row.isDelivery ? ' delivery' : ''}`;
  time.textContent = clock(row.time);
  mark.textContent = marks[row.verdict];
  mark.title = words[row.verdict];
  who.textContent = row.who;
  who.title = row.who;
  method.textContent = row.isDelivery ? '↳ sent' : row.word;
  what.textContent = row.query ?? row.target;
  const database = page.labelOf(row);
  what.title = [row.query ?? row.target, database && `in ${database}`].filter(Boolean).join(', ');
  if (database) what.prepend(h('span.soft.database', null, `${database} `));
  const reason = ['served', 'missing'].includes(row.verdict) ? '' : row.reason;
  if (reason) what.append(h('span.reason', null, reason));
  updateIndex(index, row);
  element.classList.toggle('wide', index.textContent === '');
  // On a phone it stands below, where an index would.
  if (reason && index.textContent === '') index.append(h('span.reason', null, reason));
  updateReads(reads, row);
  ms.textContent = milliseconds(row.ms);
}

function updateIndex(cell, row) {
  if (row.missing) fill(cell, h('span.tag.warn', null, 'missing'), ` ${list(row.missing)}`);
  else cell.textContent = list(row.indexes);
  cell.title = list(row.missing ?? row.indexes);
}

/** Billed reads, those of rules apart; of a write what it has written. */
function updateReads(cell, row) {
  const rules = row.ruleReads ?? 0;
  const reads = (row.reads ?? 0) - rules;
  const parts = [];
  if (row.writes) parts.push(counted(row.writes, 'write'));
  if (row.deletes) parts.push(counted(row.deletes, 'delete'));
  if (row.realtimeBytes) parts.push(`${count(row.realtimeBytes)} B`);
  if (reads || !parts.length) parts.unshift(row.product === 'database' && !reads ? '' : count(reads));
  fill(cell, parts.filter(Boolean).join(', '), rules > 0 && h('span.rules', null, ` +${count(rules)} rules`));
  cell.title = rules > 0 ? `${counted(reads, 'read')}, and ${counted(rules, 'read')} of the rules` : '';
  cell.classList.toggle('much', (row.reads ?? 0) >= 100);
}

"""###
    case .rulesTextJs: ###"""
// The text of rules as it is shown: in colours, with what requests have made of each line in its margin.

import { count } from './format.js';
import { h } from './dom.js';

/** What the figures and colours of a margin mean. */
export function summary(rules) {
  if (!rules.total) return null;
  return h('p.soft.summary', null, `${count(rules.covered)} of ${count(rules.total)} outcomes of conditions have decided a request, since this text is used. At `, h('code', null, 'allow'), ': requests that the statement ',
    h('span.good', null, '✓'), ' let through and ', h('span.bad', null, '✗'), ' did not. Below it: how often a condition was true and false. The bar is green where there was both, brown where there was one of them, grey where nothing was asked.');
}

/**
 * What the margin of each line says: of a statement how many requests it let through and how many not, of other lines each of
 * their conditions.
 */
function margins(rules) {
  const lines = new Map();
  const at = (number) => lines.get(number) ?? lines.set(number, { yes: 0, no: 0, statements: [], conditions: [] }).get(number);
  for (const statement of rules.statements ?? []) {
    const margin = at(statement.line);
    margin.yes += statement.allowed;
    margin.no += statement.denied + statement.errors;
    margin.statements.push(statement);
  }
  for (const condition of rules.conditions ?? []) {
    const margin = at(condition.line);
    margin.conditions.push(condition);
    if (margin.statements.length) continue;
    margin.yes += condition.isTrue;
    margin.no += condition.isFalse;
  }
  return lines;
}

function marginText({ yes, no, statements }) {
  if (yes + no === 0) return h('span', null, statements.length ? 'never' : '–');
  if (statements.length) return [h('span.good', null, `✓${count(yes)}`), ' ', h('span.bad', null, `✗${count(no)}`)];
  return h('span.soft', null, `true ${count(yes)} false ${count(no)}`);
}

/** @param {number} wanted a line that somebody came for */
export function listing(rules, wanted) {
  const lines = margins(rules);
  return h('ol.listing-of-rules', null, rules.source.split(/\r?\n/).map((text, index) => {
    const margin = lines.get(index + 1);
    const isKnown = margin && !rules.isBroken;
    const title = isKnown ? [...margin.statements.map((statement) => `let through ${statement.allowed}, denied ${statement.denied}, errors ${statement.errors}`), ...margin.conditions.map((condition) => `${condition.text}: true ${condition.isTrue} times, false ${condition.isFalse} times`)].join('\n') : null;
    return h(`li${isKnown ? (margin.yes + margin.no === 0 ? '.never' : margin.yes && margin.no ? '.both' : '.half') : ''}${index + 1 === wanted ? '.marked' : ''}`, { 'data-line': index + 1 },
      h('span.margin', { title }, isKnown && marginText(margin)),
      h('span.number', null, index + 1), h('code', null, ...highlight(text)));
  }));
}

const words = /(\/\/.*$)|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|\b(service|match|allow|if|function|return|let|read|write|get|list|create|update|delete|true|false|null|in|is)\b/g;

/** A line of rules in the colours of its words. */
export function highlight(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(words)) {
    parts.push(text.slice(end, found.index));
    parts.push(h(found[1] ? 'span.remark' : found[2] ? 'span.string' : 'span.word', null, found[0]));
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== '');
}

"""###
    case .rulesTrialJs: ###"""
// A playground for rules: a request as somebody, the decision, and why. What is typed is kept while the page is open.

import { get, send } from './api.js';
import { fill, h } from './dom.js';
import { rulesPart } from './request-detail.js';
import { askedPart } from './realtime-detail.js';
import { FieldTable } from './field-table.js';
import { readJSON } from './json-text.js';

/**
 * What the next request to be tried is, in the place of what was tried before.
 * @param {{method: string, path: string, who: string, claims?: object, fields?: object, changed?: string[][]}} request `changed`: the
 *   fields that an update is about, each as the names on the way
 */
export function proposeTrial(page, { method, path, who, claims, fields, changed, database }) {
  page.kept.trial = { method, path, who, claims: claimsText(claims), fields: fields ?? {}, proposed: fields ?? {}, changed };
  page.kept.isTrialAsked = true;
  page.go('rules', { database });
}

/** @param {{method: string, path: string, who: string, claims?: object, value?: object}} request */
export function proposeRealtimeTrial(page, instance, { method, path, who, claims, value }) {
  page.kept.realtimeTrial = { method, path, who, claims: claimsText(claims), value: value === undefined ? '' : JSON.stringify(value, null, 2) };
  page.kept.isTrialAsked = true;
  page.go('rules', { instance });
}

/** Claims as somebody edits them; of nobody a text without anything. */
export const claimsText = (claims) => (claims ? JSON.stringify(claims) : '');

/**
 * @throws {Error} says what is wrong with them
 */
export function readClaims(text) {
  try {
    return readJSON(text);
  } catch (problem) {
    throw new Error(`The claims: ${problem.message}`);
  }
}

/** @param {() => string | null} edited the text of rules that is not saved */
export function rulesTrial(page, edited) {
  const kept = page.kept.trial ??= { method: 'get', path: '', who: '', claims: '', fields: {} };
  const method = choice(['get', 'list', 'create', 'update', 'delete'], kept, () => { wholeDocument(); show(); begin(); });
  const path = input('Document', 'conversations/c1', kept, 'path', ask);
  path.addEventListener('change', () => { wholeDocument(); show(); begin(); });
  path.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(begin, 300);
  });
  let timer = 0;
  /** The document whose fields were filled in; what was typed into them since is no longer its own. */
  let filled = null;
  const asker = input('Who asks', 'anonymous', kept, 'who', ask);
  const claims = input('Further claims, as JSON', '{"admin": true}', kept, 'claims', ask);
  let fields;
  const form = h('div', null);
  const about = h('p.soft', null);
  const text = h('button.button', { type: 'button', onclick: toggle }, 'As JSON');
  const written = h('div', null, h('h3', null, 'The document as it would be'), about, form, h('div.tools.after', null, text));
  table(kept.fields);
  const answer = h('div', { role: 'status' });

  function table(content) {
    kept.fields = content;
    fields = new FieldTable(content, page, () => {
      kept.isTyped = true;
      filled = null;
      try { kept.fields = fields.read(); } catch { /* What can be read is kept. */ }
    });
    fill(form, fields.element);
  }

  function show() {
    written.hidden = !['create', 'update'].includes(method.value);
    path.setAttribute('aria-label', method.value === 'list' ? 'Query' : 'Document');
    path.placeholder = method.value === 'list' ? 'conversations where participants array-contains "ada"' : 'conversations/c1';
    path.classList.toggle('query-of-trial', method.value === 'list');
    const names = kept.changed?.map((names) => names.join('.')) ?? [];
    fill(about, names.length && method.value === 'update' ? ['The update is about ', h('code', null, names.join(', ')), '; everything else stays as it is, but for what is changed here. '] : null);
  }

  /** Another request than the one that was proposed. */
  function wholeDocument() {
    delete kept.changed;
  }

  /** An update begins as the document that there is. */
  async function begin() {
    const asked = target();
    if (method.value !== 'update' || kept.changed || asked === filled || asked.split('/').length % 2 || (kept.isTyped && Object.keys(kept.fields).length)) return;
    const document = await get('document', { database: page.database, path: asked }).catch(() => null);
    if (!document?.exists || target() !== asked || method.value !== 'update') return;
    kept.isTyped = false;
    table(document.fields);
    filled = asked;
    fill(about, 'This is the document that there is. An update is about what you change in it.');
  }

  /** Rules and their messages write paths with a slash at the beginning; queries have none. */
  const target = () => (method.value === 'list' ? path.value.trim() : path.value.trim().replace(/^\/+|\/+$/g, ''));

  /** What a proposed update is about, and what was typed into it since. */
  function changes(now) {
    const isOther = (name) => JSON.stringify(now[name]) !== JSON.stringify(kept.proposed[name]);
    const typed = [...new Set([...Object.keys(now), ...Object.keys(kept.proposed)])].filter(isOther);
    return [...kept.changed.filter(([name]) => !typed.includes(name)), ...typed.map((name) => [name])];
  }

  function toggle() {
    try {
      fields.toggle();
      fill(answer);
      text.textContent = fields.isText ? 'As a form' : 'As JSON';
    } catch (problem) { fill(answer, h('p.note.bad', null, problem.message)); }
  }

  async function ask() {
    const body = { method: method.value, path: target() };
    if (!body.path) {
      path.focus();
      return fill(answer, h('p.note.bad', null, method.value === 'list' ? 'Which documents? A collection, or a query.' : 'Which document? Its path, as in conversations/c1.'));
    }
    clearTimeout(timer);
    await begin();
    try {
      if (!written.hidden) {
        body.fields = fields.read();
        if (kept.changed && method.value === 'update') body.changed = changes(body.fields);
      }
    } catch (problem) {
      fields.showWrong();
      return fill(answer, h('p.note.bad', null, problem.message));
    }
    const rules = edited();
    if (rules !== null) body.rules = rules;
    return decide({ database: page.database }, body, asker, claims, answer, (decision) => [
      rules !== null && h('p.note', null, 'Decided by the text above, which is not saved.'), rulesPart(page, decision)]);
  }

  show();
  return { ask, element: trial('with the documents that there are; nothing is written', [method, path], asker, claims, ask, written, answer) };
}

/** The same for an instance of the Realtime Database. */
export function realtimeTrial(page, instance, edited) {
  const kept = page.kept.realtimeTrial ??= { method: 'read', path: '', who: '', claims: '', value: '' };
  const method = choice(['read', 'write'], kept, show);
  const path = input('Location', '/rooms/r1', kept, 'path', ask);
  const asker = input('Who asks', 'anonymous', kept, 'who', ask);
  const claims = input('Further claims, as JSON', '{"admin": true}', kept, 'claims', ask);
  const value = h('textarea.mono', { 'aria-label': 'The value as it would be, as JSON', rows: 4, spellcheck: 'false', placeholder: '{"title": "One"}', oninput: () => { kept.value = value.value; } });
  value.value = kept.value;
  const written = h('div', null, h('h3', null, 'The value as it would be'), value);
  const answer = h('div', { role: 'status' });

  function show() {
    written.hidden = method.value !== 'write';
  }

  async function ask() {
    const body = { method: method.value, path: path.value.trim() };
    try {
      if (!written.hidden) body.value = readJSON(value.value || 'null');
    } catch (problem) { return fill(answer, h('p.note.bad', null, `The value: ${problem.message}`)); }
    return decide({ instance }, body, asker, claims, answer, ({ isAllowed, asked }) => [
      edited() !== null && h('p.note.warn', null, 'Decided by the rules as they are saved, not by the text above.'),
      asked.length ? askedPart({ asked, verdict: isAllowed ? 'served' : 'denied' }, instance)
        : h('p.soft', null, isAllowed ? 'No rule was asked.' : 'No rule on the way to this location allows it.')]);
  }

  show();
  return { ask, element: trial('with the data that there is; nothing is written', [method, path], asker, claims, ask, written, answer) };
}

function choice(names, kept, changed) {
  const select = h('select', { 'aria-label': 'Method', onchange: () => { kept.method = select.value; changed(); } },
    names.map((name) => h('option', { value: name, selected: name === kept.method }, name)));
  return select;
}

function input(label, placeholder, kept, key, ask) {
  return h('input.mono', {
    type: 'text', 'aria-label': label, placeholder, value: kept[key], spellcheck: 'false',
    oninput: (event) => { kept[key] = event.target.value; }, onkeydown: (event) => { if (event.key === 'Enter') ask(); },
  });
}

function trial(remark, request, asker, claims, ask, written, answer) {
  return h('section.part.trial', null, h('h2', null, 'Try a request', h('span.soft', null, remark)),
    h('div.tools', null, request, h('label.soft', null, 'as ', asker), h('label.soft', null, 'claims ', claims), h('button.button.main', { type: 'button', onclick: ask }, 'Decide')),
    written, answer);
}

async function decide(parameters, body, asker, claims, answer, reasons) {
  try {
    const asked = { ...body, as: asker.value.trim() };
    if (claims.value.trim()) asked.claims = readClaims(claims.value);
    const decision = await send('POST', 'rules/decide', parameters, asked);
    fill(answer, h(`p.note${decision.isAllowed ? '.good' : '.bad'}`, null, decision.isAllowed ? 'Allowed.' : 'Denied.'), reasons(decision));
  } catch (problem) {
    fill(answer, h('p.note.bad', null, problem.message));
  }
  answer.firstElementChild?.scrollIntoView({ block: 'nearest' });
}

"""###
    case .rulesViewJs: ###"""
// The rules of a database with what requests have made of them in the margin, and an editor that saves into the file.

import { get, send } from './api.js';
import { CodeEditor } from './code-editor.js';
import { fileName } from './format.js';
import { differencePart } from './difference.js';
import { fill, h, marked, toast, Reload } from './dom.js';
import { withLineEnds } from './line-ends.js';
import { redraw } from './redraw.js';
import { listing, summary } from './rules-text.js';
import { realtimeTrial, rulesTrial } from './rules-trial.js';

export function rulesView(page) {
  const body = h('div', null);
  const trial = h('div', null);
  /** Decides what the form of the trial says. */
  let ask = null;
  const choice = h('span', null);
  const edit = h('button.button', { type: 'button', hidden: true, onclick: () => begin() }, 'Edit');
  const element = h('section.view', null,
    h('div.head', null, h('h1', null, 'Rules'), h('span.soft.path'), h('span.gap'), choice, edit), body, trial);
  /** Of the Realtime Database; nothing: the rules are those of Firestore. */
  let instance = null;
  /** Whose rules are shown. */
  let subject = null;
  let rules = null;
  /** What is edited: its text and the version of the file that it was made of. Null: nothing. */
  let editing = null;
  /** The line that somebody came for. It stays marked, however often the rules are drawn. */
  let wanted = 0;
  /** The line was not brought into sight yet. */
  let isComing = false;
  let shownAt = null;

  const parameters = () => (instance ? { instance } : { database: page.database });

  async function load() {
    if (editing) return watch();
    const asked = subject;
    try {
      const answer = await get('rules', parameters());
      if (asked !== subject || editing) return;
      rules = answer;
      draw();
      await decideAsked();
    } catch (problem) { redraw(body, h('p.note.bad', null, problem.message)); }
    return null;
  }

  function draw() {
    const path = element.querySelector('.path');
    path.textContent = fileName(rules.path ?? '');
    path.title = rules.path ?? '';
    edit.hidden = rules.origin === 'client' || rules.path === null || editing !== null;
    redraw(body, notes(rules), findings(rules.findings, rules.path === null ? null : (line, column) => begin(line, column)), rules.source === undefined ? null : [summary(rules), listing(rules, wanted)]);
    if (isComing) body.querySelector(`[data-line="${wanted}"]`)?.scrollIntoView({ block: 'center' });
    isComing = false;
  }

  /** A request that somebody asks again is decided as soon as the rules are there, where it can be seen. */
  async function decideAsked() {
    if (!page.kept.isTrialAsked) return;
    page.kept.isTrialAsked = false;
    await ask();
    trial.scrollIntoView();
    trial.querySelector('.trial select')?.focus({ preventScroll: true });
  }

  function begin(line = wanted || 1, column = 1) {
    edit.hidden = true;
    const problems = h('div', { role: 'status' });
    const saved = (rules.source ?? '').replace(/\r\n?/g, '\n');
    const editor = new CodeEditor({ label: 'Text of the rules', text: rules.source ?? '', changed: () => soon(), save: () => save() });
    editing = { editor, problems, etag: rules.etag, source: rules.source ?? '', saved, timer: 0, turn: 0 };
    fill(body, editor.element, problems, h('div.tools.after', null, h('button.button.main', { type: 'button', title: 'Ctrl S', onclick: () => save() }, 'Save and use'),
      h('button.button', { type: 'button', onclick: async () => { if (await page.mayLeave()) end(); } }, 'Cancel')));
    editor.goTo(line, { column });
    if (rules.findings.length) check();
  }

  const typed = () => withLineEnds(editing.editor.value, editing.source);

  /** The text is looked at when nobody has typed for a moment. */
  function soon() {
    clearTimeout(editing.timer);
    editing.timer = setTimeout(check, 300);
  }

  async function check() {
    const own = editing;
    if (!own) return;
    const turn = own.turn += 1;
    try {
      const answer = await send('POST', 'rules', parameters(), { source: typed() });
      if (own === editing && turn === own.turn) showFindings(answer.findings);
    } catch { /* Saving says it. */ }
  }

  function showFindings(list, remark = null) {
    const { editor, problems } = editing;
    editor.mark(list);
    if (!problems.querySelector('.conflict')) fill(problems, remark, findings(list, (line, column) => editor.goTo(line, { column })));
  }

  async function save() {
    const own = editing;
    clearTimeout(own.timer);
    own.turn += 1;
    try {
      const answer = await send('PUT', 'rules', parameters(), { source: typed(), etag: own.etag });
      if (own !== editing) return;
      if (answer.isWritten) {
        toast(`${fileName(rules.path)} is saved and used; counting begins anew`);
        end();
      } else {
        showFindings(answer.findings, h('p.note.bad', null, 'Not saved: the rules have errors.'));
        const first = answer.findings.find((finding) => finding.line);
        if (first) own.editor.goTo(first.line, { column: first.column });
      }
    } catch (problem) {
      if (own === editing) fill(own.problems, problem.current ? conflict(problem.current, 'nothing was written. ') : h('p.note.bad', null, problem.message));
    }
    own.problems.scrollIntoView({ block: 'nearest' });
  }

  /** Somebody else has saved the file meanwhile: both texts are there to choose from. */
  function conflict(current, remark) {
    return h('div.conflict', null,
      h('p.note.warn', null, h('b', null, `${fileName(rules.path)} has changed meanwhile; ${remark}`), 'From what it is now to yours:'),
      differencePart(current.source, typed()),
      h('div.tools', null,
        h('button.button', { type: 'button', onclick: () => {
          const { editor, problems } = editing;
          editor.value = current.source;
          Object.assign(editing, { etag: current.etag, source: current.source, saved: editor.value });
          fill(problems);
          soon();
        } }, 'Take what it is now'),
        h('button.button', { type: 'button', onclick: () => {
          editing.etag = current.etag;
          save();
        } }, 'Write mine over it')));
  }

  /** Who edits learns of another version when it is there, not when they save. */
  async function watch() {
    const own = editing;
    const current = await get('rules', parameters()).catch(() => null);
    if (!current || own !== editing || current.etag === own.etag || current.source === undefined || own.problems.querySelector('.conflict')) return;
    if (own.editor.value === own.saved) end();
    else fill(own.problems, conflict(current, 'yours is not saved. '));
  }

  function end() {
    editing = null;
    load();
  }

  /** The text in the editor, where it is another one than what is saved. */
  const edited = () => (editing && editing.editor.value !== editing.saved ? typed() : null);

  function showTrial() {
    const made = instance ? realtimeTrial(page, instance, edited) : rulesTrial(page, edited);
    ({ ask } = made);
    fill(trial, made.element);
  }

  const reload = new Reload(load, 500);
  return {
    element,
    keeps: (path, asked) => asked.get('instance') === instance,
    unsaved: () => (editing && editing.editor.value !== editing.saved ? `What you have changed in ${fileName(rules.path)} is not saved.` : null),
    discard() { if (editing) editing.editor.value = editing.saved; },
    update(path, asked) {
      const line = Number(path[0]) || 0;
      wanted = line || wanted;
      isComing = line > 0;
      instance = asked.get('instance');
      const now = JSON.stringify(parameters());
      if (now === subject) {
        if (rules && !editing && line) draw();
        if (page.kept.isTrialAsked) showTrial();
        if (rules) decideAsked();
        return;
      }
      subject = now;
      editing = null;
      rules = null;
      edit.hidden = true;
      fill(choice, page.rulesChoice(instance));
      wanted = line;
      showTrial();
      load();
    },
    pulse(pulse) {
      const now = `${pulse.last} ${pulse.status} ${pulse.definitions}`;
      if (now === shownAt) return;
      shownAt = now;
      reload.ask();
    },
    leave() { reload.cancel(); },
  };
}

function notes(rules) {
  switch (rules.origin) {
    case 'client': return h('p.note', null, 'A test library has put these rules in the place of those of the file. They hold until the file changes.');
    case 'open': return h('p.note.warn', null, 'There are no rules, and everybody may do everything (--allow-open).');
    case 'none': return h('p.note.warn', null, 'There are no rules, which denies everything to everybody but administrators.');
    default: return rules.isBroken && h('p.note.bad', null, 'The file has errors. What it said before is still used.');
  }
}

/** @param {(line: number, column: number) => void} goTo shows a line in the editor; without one there is none */
function findings(list, goTo = null) {
  return list.length > 0 && h('ul.findings', null, list.map((finding) => h('li', null,
    h(`span.tag${finding.severity === 'error' ? '.bad' : '.warn'}`, null, finding.code), ' ',
    finding.line && (goTo ? [h('button.button', { type: 'button', onclick: () => goTo(finding.line, finding.column) }, `line ${finding.line}:${finding.column}`), ' ']
      : h('b', null, `line ${finding.line}:${finding.column} `)), marked(finding.message), finding.help && h('p.soft', null, marked(finding.help)))));
}

"""###
    case .tablesJs: ###"""
// Tables that phones show as one card for each row: no figure is outside of the screen.

/** Gives every cell the heading of its column, which stands beside it where there is no room for columns. */
export function stacked(table) {
  table.classList.add('stacked');
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
  for (const row of table.tBodies[0].rows) {
    [...row.cells].forEach((cell, index) => { if (names[index] && index > 0) cell.dataset.label = names[index]; });
  }
  return table;
}

"""###
    case .themeCss: ###"""
/* Colours and type. One accent; green, amber and red only say how something was judged. Text reaches 4.5 : 1 on its
   ground in both themes. */
:root {
  --ground: #fff; --raised: #f6f7f9; --sunken: #eef0f3; --line: #e2e5ea; --strong-line: #c3c9d1;
  --text: #1b2026; --soft: #59626e; --accent: #1d5fbf; --accent-ground: #e9f0fb; --on-accent: #fff;
  --good: #17703f; --good-ground: #e6f4ec; --warn: #855000; --warn-ground: #fbf1df;
  --bad: #b3261e; --bad-ground: #fcebea; --brand: #c8451b;
  --s1: #2b6bcb; --s2: #8a4fb0; --s3: #b06a12; --track: #e6e9ee; --shadow: 0 8px 30px rgb(20 30 45 / .16);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  color-scheme: light;
}
:root[data-theme=dark] {
  --ground: #14171b; --raised: #1b1f25; --sunken: #101215; --line: #2a3038; --strong-line: #444c57;
  --text: #e6e9ed; --soft: #9fa9b5; --accent: #83b1f7; --accent-ground: #1b2a42; --on-accent: #0d1726;
  --good: #6cc794; --good-ground: #17301f; --warn: #e3b35a; --warn-ground: #33270f;
  --bad: #ff938a; --bad-ground: #3d1b19; --brand: #f07a4c;
  --s1: #6ca3f4; --s2: #c79be6; --s3: #e0a458; --track: #262c34; --shadow: 0 8px 30px rgb(0 0 0 / .5);
  color-scheme: dark;
}
* { box-sizing: border-box; }
html, body { height: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
h1, h2, h3, p, dl, dd, ul, ol, figure { margin: 0; padding: 0; }
h1 { font-size: 17px; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: 14px; font-weight: 650; }
h3 { font-size: 12px; font-weight: 650; color: var(--soft); }
ul, ol { list-style: none; }
code, pre, .mono { font-family: var(--mono); font-size: .94em; }
pre { margin: 0; }
a { color: var(--accent); }
button, input, select, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
[hidden] { display: none !important; }
.soft { color: var(--soft); }
.good { color: var(--good); }
.warn { color: var(--warn); }
.bad { color: var(--bad); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) {
  .flash { animation: flash 1.2s ease-out; }
  @keyframes flash { from { background: var(--accent-ground); } }
}

"""###
    case .unsavedJs: ###"""
// What cannot be brought back is not lost without a question.

import { h } from './dom.js';

/**
 * Asks whether it may be lost.
 * @param {string} what as in `conversations/c1 has changes that are not saved.`
 * @returns {Promise<boolean>}
 */
export const mayBeLost = (what) => agreed({ title: 'Leave without saving?', text: what, yes: 'Discard the changes', no: 'Keep editing' });

/**
 * Asks before something is done that cannot be taken back.
 * @param {{title: string, text: string, yes: string, no: string}} question `yes` and `no` are what its buttons say
 * @returns {Promise<boolean>}
 */
export function agreed({ title, text, yes, no }) {
  return new Promise((resolve) => {
    let answer = false;
    const close = (given) => {
      answer = given;
      dialog.close();
    };
    const keep = h('button.button.main', { type: 'button', onclick: () => close(false) }, no);
    const dialog = h('dialog.exchange.question', { 'aria-labelledby': 'question-title' },
      h('h2', { id: 'question-title' }, title), h('p', null, text),
      h('div.tools', null, h('span.gap'), h('button.button', { type: 'button', onclick: () => close(true) }, yes), keep));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    keep.focus();
  });
}

"""###
    case .valuesJs: ###"""
// Values of documents: as they are shown, and as they are read again when somebody has edited them.

export const types = ['string', 'number', 'boolean', 'null', 'timestamp', 'map', 'array', 'geopoint', 'reference', 'bytes', 'vector'];

const isDouble = (value) => value !== null && typeof value === 'object' && 'doubleValue' in value;

/** A map that stands for a vector; one that only looks like it stays a map. */
function isVector(value) {
  const fields = value.mapValue?.fields;
  return fields?.__type__?.stringValue === '__vector__' && Object.keys(fields).length === 2
    && fields.value?.arrayValue !== undefined && (fields.value.arrayValue.values ?? []).every(isDouble);
}

export function typeOf(value) {
  const [kind] = Object.keys(value);
  switch (kind) {
    case 'integerValue': case 'doubleValue': return 'number';
    case 'geoPointValue': return 'geopoint';
    case 'mapValue': return isVector(value) ? 'vector' : 'map';
    default: return kind.replace('Value', '');
  }
}

const longest = 500;

/** One line, for lists. */
export function textOf(value) {
  switch (typeOf(value)) {
    case 'string': return JSON.stringify(value.stringValue.length > longest ? `${value.stringValue.slice(0, longest)}…` : value.stringValue);
    case 'number': return value.integerValue === undefined ? doubleText(value.doubleValue) : String(value.integerValue);
    case 'boolean': return String(value.booleanValue);
    case 'null': return 'null';
    case 'timestamp': return value.timestampValue;
    case 'map': return `{${summaryOf(value.mapValue.fields ?? {})}}`;
    case 'array': {
      const elements = value.arrayValue.values ?? [];
      return `[${elements.slice(0, 20).map(textOf).join(', ')}${elements.length > 20 ? ', …' : ''}]`;
    }
    case 'geopoint': return `${plain(value.geoPointValue.latitude ?? 0)}, ${plain(value.geoPointValue.longitude ?? 0)}`;
    case 'reference': return value.referenceValue.replace(/^projects\/[^/]+\/databases\/[^/]+\/documents\//, '');
    case 'bytes': return value.bytesValue.length > longest ? `${value.bytesValue.slice(0, longest)}…` : value.bytesValue;
    case 'vector': return `[${components(value).slice(0, 8).map(plain).join(', ')}${components(value).length > 8 ? ', …' : ''}]`;
    default: return JSON.stringify(value);
  }
}

/** Digits that read back as the same number. */
const plain = (value) => (Object.is(value, -0) ? '-0' : String(value));

/** The same, and never an integer, which is another type. */
const doubleText = (value) => (/^-?\d+$/.test(plain(value)) ? `${plain(value)}.0` : plain(value));

/** As the emulator reads it: JSON has neither infinities nor, here, a negative zero. */
const double = (value) => ({ doubleValue: coordinate(value) });
const coordinate = (value) => (Number.isFinite(value) && !Object.is(value, -0) ? value : doubleText(value));

const components = (value) => (value.mapValue.fields.value.arrayValue.values ?? []).map((part) => Number(part.doubleValue));

/** A name in a line: one that looks like another one, or like nothing, is quoted. */
export function nameText(name) {
  const isPlain = name !== '' && name.trim() === name && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]| {2}/u.test(name);
  return isPlain ? name : JSON.stringify(name).replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\u00a0]/gu, (sign) => `\\u${sign.codePointAt(0).toString(16).padStart(4, '0')}`);
}

export function summaryOf(fields, isCut = false) {
  const all = Object.entries(fields);
  const parts = all.slice(0, 12).map(([name, value]) => `${nameText(name)}: ${textOf(value)}`);
  if (isCut || all.length > parts.length) parts.push('…');
  const text = parts.join(', ');
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** What a field that is edited as text begins with. */
export function draftOf(value, page) {
  switch (typeOf(value)) {
    case 'string': return value.stringValue;
    // Of this database as a path, as it is typed; `read` knows both forms.
    case 'reference': return page && value.referenceValue.startsWith(`${page.databaseName()}/documents/`) ? textOf(value) : value.referenceValue;
    case 'bytes': return value.bytesValue;
    case 'vector': return components(value).map(plain).join(', ');
    default: return textOf(value);
  }
}

/**
 * Reads what somebody has typed.
 * @throws {Error} says what is wrong with it
 */
export function read(type, text, page) {
  const trimmed = text.trim();
  switch (type) {
    case 'string': return { stringValue: text };
    case 'number': return readNumber(trimmed);
    case 'boolean':
      if (trimmed !== 'true' && trimmed !== 'false') throw new Error('true or false');
      return { booleanValue: trimmed === 'true' };
    case 'null': return { nullValue: null };
    case 'timestamp': {
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(trimmed) || !isDay(trimmed)) throw new Error('a time, as in 2026-03-31T12:00:00Z');
      return { timestampValue: trimmed };
    }
    case 'geopoint': {
      const parts = trimmed.split(',').map((part) => part.trim());
      if (parts.length !== 2 || !parts.every(isDecimal)) throw new Error('latitude, longitude');
      const [latitude, longitude] = parts.map((part) => coordinate(Number(part)));
      return { geoPointValue: { latitude, longitude } };
    }
    case 'reference':
      if (!trimmed.startsWith('projects/') && (trimmed.split('/').length % 2 || trimmed.split('/').includes(''))) throw new Error('the path of a document, as in users/ada');
      return { referenceValue: trimmed.startsWith('projects/') ? trimmed : `${page.databaseName()}/documents/${trimmed}` };
    case 'bytes':
      if (!isBase64(trimmed)) throw new Error('bytes in Base64');
      return { bytesValue: trimmed };
    case 'vector': {
      const parts = trimmed.split(/[\s,]+/).filter(Boolean);
      if (!parts.every((part) => isDecimal(part) || isSpecial(part))) throw new Error('numbers with commas between them');
      return { mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values: parts.map((part) => double(Number(part))) } } } } };
    }
    default: throw new Error(`no value of type ${type}`);
  }
}

/** Whether the month has the day. */
function isDay(text) {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whole bytes, in either alphabet: letters that say more, or less, would be read as something else. */
function isBase64(text) {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return false;
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  try {
    return btoa(atob(plain)).replace(/=+$/, '') === plain.replace(/=+$/, '');
  } catch { return false; }
}

const isDecimal = (text) => /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));
const isSpecial = (text) => ['NaN', 'Infinity', '-Infinity'].includes(text);
const range = 2n ** 63n;

function readNumber(text) {
  if (/^[+-]?\d+$/.test(text)) {
    const number = BigInt(text.replace('+', ''));
    if (number < -range || number >= range) throw new Error('an integer of 64 bits, or a number with a point');
    return { integerValue: String(number) };
  }
  if (isSpecial(text)) return { doubleValue: text };
  if (!isDecimal(text)) throw new Error('a number');
  return double(Number(text));
}

/** A value of a type that somebody has just chosen. */
export function initial(type) {
  switch (type) {
    case 'string': return { stringValue: '' };
    case 'number': return { integerValue: '0' };
    case 'boolean': return { booleanValue: false };
    case 'null': return { nullValue: null };
    case 'timestamp': return { timestampValue: new Date().toISOString() };
    case 'map': return { mapValue: { fields: {} } };
    case 'array': return { arrayValue: { values: [] } };
    case 'geopoint': return { geoPointValue: { latitude: 0, longitude: 0 } };
    case 'reference': return { referenceValue: '' };
    case 'bytes': return { bytesValue: '' };
    default: return { mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values: [{ doubleValue: 0 }] } } } } };
  }
}

"""###
    case .viewsCss: ###"""
/* Single views. */
.requests { display: flex; flex-direction: column; height: 100%; min-height: 0; }
.bar-of-list { padding: 9px 12px; border-bottom: 1px solid var(--line); }
.bar-of-list input { width: min(168px, 100%); }
.chips { display: flex; gap: 5px; flex-wrap: wrap; }
.chips .figure { padding: 0 5px; border-radius: 8px; background: var(--sunken); color: var(--soft); font-size: 11px; font-weight: 650; line-height: 16px; }
.chips [aria-pressed=true] .figure { background: var(--ground); color: var(--accent); }
.narrowing-of-list { padding: 7px 12px; border-bottom: 1px solid var(--line); background: var(--raised); }
.narrowing-of-list:empty { display: none; }
.narrowing { max-width: 100%; }
.narrowing .name { max-width: 420px; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.state { font-size: 12px; flex: 1 1 0; min-width: 90px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: right; }
.pause { min-width: 68px; justify-content: center; }
.split { display: grid; grid-template-columns: minmax(0, 1fr); flex: 1; min-height: 0; }
.requests.open .split { grid-template-columns: minmax(0, 1fr) 7px var(--pane, minmax(340px, 42%)); }
.divider { display: none; cursor: col-resize; touch-action: none; background: linear-gradient(var(--line), var(--line)) right / 1px 100% no-repeat; }
.open > .split > .divider { display: block; }
.divider:hover, .divider:focus-visible { background: var(--accent-ground); outline-offset: -2px; }
.listing { position: relative; display: flex; flex-direction: column; min-width: 0; min-height: 0; }
.list { flex: 1; min-height: 0; overflow-y: auto; position: relative; overflow-anchor: none; }
.list:focus-visible { outline: none; }
.listing:has(> .list:focus-visible)::after { content: ""; position: absolute; inset: 0; z-index: 2; outline: 2px solid var(--accent); outline-offset: -2px; pointer-events: none; }
.space { position: relative; }
.columns, .row { display: grid; grid-template-columns: 66px 18px minmax(70px, 110px) 76px minmax(160px, 5fr) minmax(80px, 3fr) minmax(96px, 150px) 54px; column-gap: 10px; align-items: center; padding: 0 12px; }
.columns { height: 28px; border-bottom: 1px solid var(--line); color: var(--soft); font-size: 12px; font-weight: 600; background: var(--raised); position: sticky; top: 0; z-index: 1; }
.row { position: absolute; left: 0; right: 0; top: 0; height: 30px; border-bottom: 1px solid var(--line); cursor: default; contain: strict; }
.row span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row:hover { background: var(--raised); }
.row[aria-selected=true] { background: var(--accent-ground); box-shadow: inset 3px 0 var(--accent); }
.row .c0, .row .c7 { color: var(--soft); }
.row .c1 { text-align: center; font-weight: 700; color: var(--good); }
.row.denied .c1, .row.refused .c1 { color: var(--bad); }
.row.missing .c1 { color: var(--warn); }
.row .c3 { font-weight: 600; }
@media (min-width: 901px) {
  .requests:not(.open) .row.wide .c4 { grid-column: 5 / 7; }
  .requests:not(.open) .row.wide .c5 { display: none; }
}
.row .c4, .row .c5 { font-family: var(--mono); font-size: 12px; }
.row .c5 { color: var(--soft); }
.row .c5 .tag { font-family: system-ui, sans-serif; }
.row .c6, .row .c7, .columns .c6, .columns .c7 { text-align: right; }
.row .c6 { font-weight: 620; }
.row .c6.much { color: var(--warn); }
.row .rules { font-weight: 400; color: var(--soft); font-size: 12px; }
.row .reason { margin-left: 12px; color: var(--bad); font-family: system-ui, sans-serif; }
.row.delivery .c3 { font-weight: 400; color: var(--soft); }
.listing > .empty { position: absolute; inset: 60px 0 auto; }
.fresh { position: absolute; bottom: 16px; left: 50%; transform: translateX(-50%); box-shadow: var(--shadow); }
.requests.open .columns, .requests.open .row { grid-template-columns: 60px 16px minmax(50px, 80px) 74px minmax(120px, 1fr) minmax(70px, 130px); }
.requests.open .c5, .requests.open .c7, .requests.open .row .reason { display: none; }
.detail { display: flex; flex-direction: column; min-height: 0; min-width: 0; background: var(--ground); }
.detail-head { display: flex; align-items: center; gap: 10px; padding: 9px 8px 9px 18px; border-bottom: 1px solid var(--line); }
.detail-head h2 { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.detail .body { overflow: auto; padding: 14px 18px 30px; display: flex; flex-direction: column; gap: 18px; }
.body > * { flex: none; }
.block h3 { margin-bottom: 6px; }
.block > * + * { margin-top: 6px; }
.block td { padding: 4px 10px 4px 0; }
.block table { width: auto; min-width: 60%; }
.operation { padding: 9px 12px; border: 1px solid var(--line); border-radius: 8px; }
.operation { overflow-wrap: anywhere; }
.operation > * + * { margin-top: 5px; }
.operation code, .block code { overflow-wrap: anywhere; white-space: pre-wrap; }
.statement { margin-top: 9px; }
.conditions { margin-top: 4px; }
.conditions .conditions { margin-left: 18px; }
.conditions li { padding: 3px 0 3px 20px; position: relative; }
.conditions .mark { position: absolute; left: 2px; font-weight: 700; color: var(--soft); }
.satisfied > .mark { color: var(--good); }
.failed > .mark, .error > .mark { color: var(--bad); }
.not-evaluated > code { color: var(--soft); }
.values { color: var(--soft); font-family: var(--mono); font-size: 12px; overflow-wrap: anywhere; }
.help { color: var(--accent); }
.help code { color: inherit; }
.proof li { padding: 2px 0; }
.trace li { padding: 1px 0; font-size: 12px; overflow-wrap: anywhere; }
.trace .value { margin-left: 6px; font-family: var(--mono); color: var(--accent); }
.trace .value.good { color: var(--good); }
.trace .value.bad { color: var(--bad); }
details > summary { cursor: pointer; font-size: 12px; font-weight: 650; color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(165px, 1fr)); gap: 10px; }
.tiles div { padding: 12px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); min-width: 0; }
.tiles dt { color: var(--soft); font-size: 12px; font-weight: 600; }
.tiles .big { font-size: 23px; font-weight: 660; letter-spacing: -.02em; line-height: 1.3; }
.tiles .soft { font-size: 12px; }
.chart { margin-top: 26px; }
.chart figcaption { display: flex; flex-wrap: wrap; gap: 4px 10px; font-weight: 650; font-size: 14px; margin-bottom: 8px; }
.chart figcaption .soft { font-weight: 400; }
.plot { display: grid; grid-template-columns: max-content minmax(0, 1fr); column-gap: 8px; }
.heights { display: flex; flex-direction: column; justify-content: space-between; align-items: flex-end; height: 138px; font-size: 11.5px; line-height: 1; }
.chart svg { display: block; width: 100%; height: 150px; }
.chart .chips { margin-left: auto; }
.chart .chips .button { height: 25px; font-size: 12px; font-weight: 500; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; font-weight: 400; font-size: 12px; color: var(--soft); }
.legend i { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 5px; }
.s1 { fill: var(--s1); background: var(--s1); }
.s2 { fill: var(--s2); background: var(--s2); }
.s3 { fill: var(--s3); background: var(--s3); }
.axis { stroke: var(--strong-line); }
.hit { fill: transparent; }
g:hover > .hit { fill: var(--track); }
.scale { display: flex; justify-content: space-between; font-size: 12px; margin-top: -14px; }
.suggestion { margin-top: 14px; }
.suggestion > * + * { margin-top: 8px; }
.writing > * + *, .preview > * + * { margin-top: 8px; }
.difference { overflow-x: auto; white-space: pre; padding: 9px 0; }
.difference .line-of { display: block; padding: 0 12px; }
.difference .added { background: var(--good-ground); color: var(--good); }
.difference .removed { background: var(--bad-ground); color: var(--bad); }
.part > .note + *, .note + .part { margin-top: 14px; }
.note + .note { margin-top: 8px; }
.findings { margin: 12px 0; display: grid; gap: 8px; }
.summary { margin: 12px 0; }
.listing-of-rules { border: 1px solid var(--line); border-radius: 9px; overflow-x: auto; padding: 6px 0; }
.listing-of-rules li { display: grid; grid-template-columns: 104px 40px max-content; min-width: max-content; min-height: 20px; font-size: 12.5px; line-height: 1.6; }
.listing-of-rules code { white-space: pre; padding-right: 20px; font-size: 12.5px; }
.listing-of-rules .margin { text-align: right; font-size: 11.5px; padding-right: 6px; color: var(--soft); position: sticky; left: 0; background: var(--ground); border-right: 3px solid transparent; }
.listing-of-rules .number { text-align: right; padding-right: 14px; color: var(--soft); font-size: 11.5px; user-select: none; }
.listing-of-rules .both .margin { border-color: var(--good); }
.listing-of-rules .half .margin { border-color: var(--warn); }
.listing-of-rules .never .margin { border-color: var(--strong-line); }
.listing-of-rules .marked { background: var(--warn-ground); }
.remark { color: var(--soft); }
.string { color: var(--good); }
.word { color: var(--accent); }
.editor { width: 100%; margin-top: 12px; resize: vertical; min-height: 55vh; tab-size: 2; white-space: pre; overflow: auto; }
.code-editor { display: grid; grid-template-columns: max-content minmax(0, 1fr); height: 62vh; min-height: 240px; resize: vertical; overflow: hidden; border: 1px solid var(--strong-line); border-radius: 9px; font-family: var(--mono); font-size: 12.5px; line-height: 20px; }
.code-editor:focus-within { border-color: var(--accent); outline: 1px solid var(--accent); }
.code-editor pre, .code-editor .editor { margin: 0; border: 0; font: inherit; tab-size: 2; white-space: pre; height: 100%; min-height: 0; }
.code-editor .numbers { padding: 8px 10px 60px 12px; text-align: right; color: var(--soft); background: var(--raised); border-right: 1px solid var(--line); overflow: hidden; user-select: none; min-width: 46px; }
.code-editor .text { position: relative; min-width: 0; }
.code-editor .colours { position: absolute; inset: 0; padding: 8px 10px 60px; overflow: hidden; pointer-events: none; }
.code-editor .editor { position: absolute; inset: 0; padding: 8px 10px; resize: none; outline: none; border-radius: 0; background: none; color: transparent; caret-color: var(--text); }
.code-editor .editor::selection { background: color-mix(in srgb, var(--accent) 30%, transparent); }
.code-editor.plain .editor { color: var(--text); }
.numbers .wrong { color: var(--bad); font-weight: 700; }
.numbers .doubtful { color: var(--warn); font-weight: 700; }
.colours .wrong { text-decoration: underline wavy var(--bad); text-underline-offset: 3px; }
.colours .doubtful { text-decoration: underline wavy var(--warn); text-underline-offset: 3px; }
.after { margin-top: 10px; }
@media (max-width: 900px) {
  .columns { display: none; }
  .row, .requests.open .row { grid-template: "mark method what reads" 26px "mark who reason time" 22px / 18px 62px minmax(0, 1fr) max-content; height: 54px; align-content: center; }
  .row .c0 { grid-area: time; font-size: 12px; text-align: right; }
  .row .c1 { grid-area: mark; }
  .row .c2 { grid-area: who; color: var(--soft); font-size: 12px; max-width: 40vw; }
  .row .c3 { grid-area: method; }
  .row .c4 { grid-area: what; }
  .row .c6 { grid-area: reads; }
  .row .c5, .requests.open .c5 { grid-area: reason; display: block; font-size: 11.5px; }
  .row .c7 { display: none; }
  .row .c4 .reason { display: none; }
  .row .c5 .reason { margin-left: 0; }
  .requests.open .split { grid-template-columns: minmax(0, 1fr); }
  .open > .split > .divider { display: none; }
  .requests.open .listing { display: none; }
  .bar-of-list .gap, .bar-of-list .state { display: none; }
  .bar-of-list input { flex: 1; width: auto; }
  .chips { order: 3; flex-basis: 100%; flex-wrap: nowrap; overflow-x: auto; padding-bottom: 2px; }
  .share { display: none; }
  .code-editor .numbers { min-width: 34px; padding-left: 4px; padding-right: 6px; }
  .listing-of-rules li { grid-template-columns: 74px 34px max-content; }
}
@media (min-width: 1900px) {
  body { font-size: 14px; }
  .columns, .row { grid-template-columns: 74px 20px minmax(70px, 150px) 90px minmax(160px, 5fr) minmax(80px, 4fr) minmax(110px, 180px) 60px; }
  .requests.open .columns, .requests.open .row { grid-template-columns: 70px 18px minmax(60px, 120px) 80px minmax(160px, 1fr) minmax(90px, 130px); }
}

"""###
    case .virtualListJs: ###"""
// A list of any length of which only the rows that can be seen exist.

import { h } from './dom.js';

// Browsers draw nothing beyond some tens of millions of pixels. Longer lists have a space of this height: a jump of its
// scroll bar goes in proportion, and every smaller step goes row by row.
const longest = 8_000_000;

export class VirtualList {
  /**
   * `key` is what a row is known by when the list is another one: its element stays, so that a press that began on it ends on it.
   * @param {{header: Element, rowHeight: () => number, length: () => number, make: () => Element, update: Function, label: string,
   *   key: (index: number) => unknown, select: (index: number) => void, open: (index: number) => void}} options
   */
  constructor(options) {
    this.options = options;
    this.space = h('div.space', { role: 'presentation' });
    this.element = h('div.list', { role: 'grid', tabindex: '0', 'aria-label': options.label }, options.header, this.space);
    /** Elements by the index of the row that they show. */
    this.rows = new Map();
    this.spare = [];
    /** While the list is drawn anew: elements by the keys of their rows. */
    this.known = new Map();
    this.selected = -1;
    /** The first pixel of the whole list that is in view, and where the scroll bar was then. */
    this.top = 0;
    this.scrolled = 0;
    this.element.addEventListener('scroll', () => this.follow(), { passive: true });
    this.element.addEventListener('scrollend', () => this.settle(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.space.addEventListener('click', (event) => this.click(event));
    new ResizeObserver(() => this.refresh()).observe(this.element);
  }

  /** What the header covers. */
  get offset() { return this.options.header?.offsetHeight ?? 0; }

  get height() { return this.options.rowHeight() * this.options.length(); }

  get isScaled() { return this.height > longest; }

  /** How far the whole list, and its scroll bar, can be scrolled. */
  get lastTop() { return Math.max(0, this.height + this.offset - this.element.clientHeight); }
  get lastScroll() { return Math.max(0, Math.min(this.height, longest) + this.offset - this.element.clientHeight); }

  /** Indexes of the rows that are drawn. */
  get range() {
    const height = this.options.rowHeight();
    return { first: Math.max(0, Math.floor(this.top / height) - 4), end: Math.min(this.options.length(), Math.ceil((this.top + this.element.clientHeight) / height) + 4) };
  }

  /** All rows may be others. */
  refresh() { this.anew(() => this.follow()); }

  anew(draw) {
    this.known = new Map([...this.rows.values()].map((row) => [row.key, row]));
    this.rows.clear();
    this.space.style.height = `${Math.min(this.height, longest)}px`;
    this.element.setAttribute('aria-rowcount', this.options.length());
    draw();
    for (const row of this.known.values()) this.retire(row);
    this.known.clear();
  }

  /** Rows were put before the first: what somebody looks at stays where it is, unless that is the beginning. */
  inserted(count) {
    if (this.selected >= 0) this.selected += count;
    const isAtTop = this.top < this.options.rowHeight();
    if (isAtTop) this.refresh();
    else this.anew(() => this.scrollTo(this.top + count * this.options.rowHeight()));
  }

  /** Shows the list from a pixel of it on. */
  scrollTo(top) {
    this.top = Math.max(0, Math.min(top, this.lastTop));
    this.scrolled = this.isScaled ? Math.round((this.top / this.lastTop) * this.lastScroll) : this.top;
    this.element.scrollTop = this.scrolled;
    this.scrolled = this.element.scrollTop;
    this.draw();
  }

  /** The scroll bar has moved. */
  follow() {
    const scrolled = this.element.scrollTop;
    if (!this.isScaled) this.top = scrolled;
    else if (scrolled <= 0) this.top = 0;
    else if (scrolled >= this.lastScroll) this.top = this.lastTop;
    else if (Math.abs(scrolled - this.scrolled) > 4 * this.element.clientHeight) this.top = (scrolled / this.lastScroll) * this.lastTop;
    else this.top = Math.max(0, Math.min(this.top + scrolled - this.scrolled, this.lastTop));
    this.scrolled = scrolled;
    this.draw();
  }

  /** Nobody scrolls: the scroll bar is put where the list has come to. */
  settle() {
    if (this.isScaled) this.scrollTo(this.top);
  }

  draw() {
    const height = this.options.rowHeight();
    const { first, end } = this.range;
    for (const [index, row] of this.rows) {
      if (index >= first && index < end) continue;
      this.retire(row);
      this.rows.delete(index);
    }
    for (let index = first; index < end; index += 1) {
      let row = this.rows.get(index);
      if (!row) {
        row = this.elementFor(this.options.key(index));
        this.rows.set(index, row);
        row.dataset.index = index;
        row.setAttribute('aria-rowindex', index + 1);
        this.options.update(row, index);
        if (!row.isConnected) this.space.append(row);
        row.hidden = false;
      }
      row.style.transform = `translateY(${index * height - this.top + this.scrolled}px)`;
      row.setAttribute('aria-selected', index === this.selected);
      row.id = `row-${index}`;
    }
    if (this.rows.has(this.selected)) this.element.setAttribute('aria-activedescendant', `row-${this.selected}`);
    else this.element.removeAttribute('aria-activedescendant');
  }

  elementFor(key) {
    const known = this.known.get(key);
    this.known.delete(key);
    const row = known ?? this.spare.pop() ?? this.options.make();
    row.key = key;
    return row;
  }

  retire(row) {
    row.hidden = true;
    row.removeAttribute('id');
    this.spare.push(row);
  }

  click(event) {
    const row = event.target.closest('[data-index]');
    if (!row) return;
    this.select(Number(row.dataset.index));
    this.options.open(this.selected);
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.options.rowHeight()) - 1);
    const steps = {
      ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) {
      event.preventDefault();
      const last = this.options.length() - 1;
      this.select(Math.max(0, Math.min(last, this.selected + steps[event.key])), true);
      this.options.select(this.selected);
    } else if (event.key === 'Enter' && this.selected >= 0) {
      event.preventDefault();
      this.options.open(this.selected);
    }
  }

  /** @param {boolean} follows whether the row is to be seen afterwards */
  select(index, follows = false) {
    this.selected = index;
    if (follows && index >= 0) this.reveal(index);
    this.draw();
  }

  reveal(index) {
    const height = this.options.rowHeight();
    const top = index * height;
    const view = this.element.clientHeight;
    if (top < this.top) this.scrollTo(top);
    else if (top + height + this.offset > this.top + view) this.scrollTo(top + height + this.offset - view);
  }
}

"""###
    }
  }
}
