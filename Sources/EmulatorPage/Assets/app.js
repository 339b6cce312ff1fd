// The page as a whole: which view is shown, what all of them share, and what happens meanwhile.

import { get, listen } from './api.js';
import { count, counted } from './format.js';
import { fill, h, sign } from './dom.js';
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

const listed = views.filter(({ belongsTo }) => !belongsTo);
const main = document.getElementById('main');
let shown = null;
let view = null;
let overview = { databases: [], emulators: {} };

const page = {
  store: new RequestStore(),
  parameters: new URLSearchParams(),
  /** The whole name of the database that views are about. */
  database: '(default)',

  link(path, parameters = {}) {
    const known = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
    return `#/${path}${known.length ? `?${new URLSearchParams(known)}` : ''}`;
  },
  go(path, parameters) { location.hash = page.link(path, parameters); },
  replace(path, parameters) { history.replaceState(null, '', page.link(path, parameters)); },

  databaseName: () => page.database,

  exports() {
    const { firestore, database } = overview.emulators;
    const lines = [];
    if (firestore) lines.push(`export FIRESTORE_EMULATOR_HOST=${firestore.host}:${firestore.port}`);
    if (database) lines.push(`export FIREBASE_DATABASE_EMULATOR_HOST=${database.host}:${database.port}`);
    return lines.join('\n');
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
    const choice = h('select', { 'aria-label': 'Rules of', onchange: () => {
      const [kind, name] = JSON.parse(choice.value);
      if (kind === 'database') page.database = name;
      page.go('rules', kind === 'instance' ? { instance: name } : {});
    } }, overview.databases.map(({ name, database }) => h('option', { value: JSON.stringify(['database', name]), selected: !instance && name === page.database }, `Firestore ${database}`)),
    known.map((name) => h('option', { value: JSON.stringify(['instance', name]), selected: name === instance }, `Realtime ${name}`)));
    return choice;
  },

  /** Which database a view is about; nothing where there is only one. */
  databaseChoice() {
    const names = overview.databases.map(({ name }) => name);
    if (names.length < 2) return null;
    const label = ({ project, database }) => (project === overview.project ? database : `${project} / ${database}`);
    const choice = h('select', { 'aria-label': 'Database', onchange: () => { page.database = choice.value; show(true); } },
      overview.databases.map((known) => h('option', { value: known.name, selected: known.name === page.database }, label(known))));
    return choice;
  },
};

// MARK: Views

function route() {
  const [path, parameters] = location.hash.replace(/^#\/?/, '').split('?');
  const [id, ...rest] = path.split('/').map(decodeURIComponent);
  return { id: views.some((known) => known.id === id) ? id : 'requests', rest, parameters: new URLSearchParams(parameters) };
}

function show(isNew = false) {
  const { id, rest, parameters } = route();
  page.parameters = parameters;
  if (shown !== id || isNew) {
    view?.leave();
    const known = views.find((candidate) => candidate.id === id);
    shown = id;
    view = known.make(page);
    fill(main, view.element);
    document.title = `${known.name} · Firebreak emulator`;
    for (const link of document.querySelectorAll('#rail a')) {
      if (link.dataset.view === (known.belongsTo ?? id)) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }
  view.update(rest, parameters);
}

fill(document.getElementById('rail'), listed.map(({ id, name, sign: path }) => h('a', { href: `#/${id}`, 'data-view': id, title: name },
  sign(path), h('span.label', null, name), h('span.count', { 'data-count': id }))));
addEventListener('hashchange', () => show());
document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest('input, textarea, select') && event.key !== 'Escape') return;
  const number = Number(event.key);
  if (number >= 1 && number <= listed.length) page.go(listed[number - 1].id);
  else if (!view?.key?.(event)) return;
  event.preventDefault();
});

// MARK: What happens

const pulse = document.getElementById('pulse');
const health = document.getElementById('health');

function tell(figures) {
  const facts = [
    [count(figures.requests), 'requests', ''], [count(figures.reads), 'reads', ''], [count(figures.writes), 'writes', ''],
    [count(figures.denied), 'denied', 'extra'],
  ];
  fill(pulse, facts.map(([figure, name, style]) => h('div', { class: style }, h('dt', null, name), h('dd', null, figure))));
  const isBroken = figures.status !== 'ok';
  health.className = isBroken ? 'health broken' : 'health';
  health.textContent = isBroken ? 'a file has errors' : overview.mode ?? '';
  document.querySelector('[data-count=indexes]').textContent = figures.missing || '';
  document.querySelector('[data-count=indexes]').title = figures.missing ? counted(figures.missing, 'missing index', 'missing indexes') : '';
  if (figures.last < page.store.last) restart();
  view?.pulse?.(figures);
}

/** The emulator was started anew: what was shown is of another one. */
function restart() {
  page.store.clear();
  page.store.last = 0;
  begin();
}

async function begin() {
  try {
    overview = await get('overview');
    const project = document.getElementById('project');
    project.textContent = overview.project;
    project.title = `${overview.project}, mode ${overview.mode}, version ${overview.version}`;
    if (!overview.databases.some(({ name }) => name === page.database)) page.database = overview.databases[0]?.name ?? '(default)';
    const { rows } = await get('requests', { limit: 2000 });
    page.store.add(rows);
  } catch (problem) {
    away();
  }
  show(true);
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
  localStorage.setItem('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  paint(chosen());
});

await begin();
listen({
  after: () => page.store.last,
  requests: ({ rows, skipped }) => page.store.add(rows, skipped),
  pulse: tell,
  away,
});
