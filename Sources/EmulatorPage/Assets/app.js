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
