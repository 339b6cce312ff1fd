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
