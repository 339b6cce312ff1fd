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
