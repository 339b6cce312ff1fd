// Who listens to what at this moment and what it has cost, and which transactions keep others waiting.

import { get } from './api.js';
import { bytes, clock, count, counted, duration } from './format.js';
import { fill, h } from './dom.js';

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
    } catch (problem) { fill(body, h('p.note.bad', null, problem.message)); }
    timer = setTimeout(load, 1000);
  }

  function draw(answer) {
    fill(body, listeners(answer, page), transactions(answer, page), waiting(answer));
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
  if (!answer.listeners.length) return h('section.part', null, h('h2', null, 'Listeners'), h('p.soft', null, 'Nobody listens at this moment.'));
  const rows = [...answer.listeners].sort((one, other) => (other.reads ?? 0) - (one.reads ?? 0));
  return h('section.part', null, h('h2', null, 'Listeners', h('span.soft', null, `${counted(rows.length, 'target')}, the dearest first`)),
    h('div.scroll', null, h('table', null,
      headings([['Target'], ['Who'], ['Since'], ['Resumes'], ['Documents', 'num'], ['Sent after', 'num'], ['Reads', 'num'], ['by rules', 'num'], ['Bytes', 'num']]),
      h('tbody', null, rows.map((row) => h('tr', null,
        h('td', null, h('span.mono', null, row.query ?? row.target), beginnings[row.beginning] && h('p.soft', null, beginnings[row.beginning]), row.operation && h('p.soft', null, row.operation)),
        h('td', null, h('a', { href: page.link('requests', { filter: 'listeners', user: row.who }) }, row.who)),
        h('td.when', null, clock(row.since), h('p.soft', null, age(answer.now, row.since))),
        h('td.when', { title: row.toldUntil && `Its client knows everything up to ${row.toldUntil}` }, row.toldUntil ? ['from ', clock(row.toldUntil), h('p.soft', null, `until ${clock(row.resumableUntil)}, then all again`)] : h('span.soft', null, 'not yet')),
        [row.documents, row.deliveries, row.reads ?? 0, row.ruleReads ?? 0].map((figure) => h('td.num', null, count(figure))),
        h('td.num', null, bytes(row.bytes ?? 0))))))));
}

function transactions(answer, page) {
  if (!answer.transactions.length) return h('section.part', null, h('h2', null, 'Open transactions'), h('p.soft', null, 'None.'));
  return h('section.part', null, h('h2', null, 'Open transactions'), h('div.scroll', null, h('table', null,
    headings([['Transaction'], ['Kind'], ['Since'], ['Has read']]),
    h('tbody', null, answer.transactions.map((row) => h('tr', null,
      h('td.mono', null, name(row.id)), h('td', null, row.mode, row.isWounded && h('p.bad', null, 'its locks are gone: it cannot commit')),
      h('td.when', null, clock(row.begin), h('p.soft', null, age(answer.now, row.begin))),
      h('td.wide', null, row.mode === 'pessimistic' && (row.documents.length || row.ranges.length) ? h('span.tag.warn', null, 'locked') : null, ' ',
        row.documents.map((path, index) => [index > 0 && ', ', h('a.mono', { href: page.dataLink(path) }, path)]),
        row.documentCount > row.documents.length && ` and ${count(row.documentCount - row.documents.length)} more`,
        row.ranges.length > 0 && h('p.mono', null, row.ranges.join(', ')))))))));
}

function waiting(answer) {
  if (!answer.waiting.length) return null;
  return h('section.part', null, h('h2', null, 'Who waits'), h('div.scroll', null, h('table', null,
    headings([['Request'], ['Wants'], ['Waits for'], ['At most until']]),
    h('tbody', null, answer.waiting.map((row) => h('tr', null,
      h('td', null, row.transaction ? h('span.mono', null, name(row.transaction)) : 'a commit'),
      h('td', null, row.paths.length ? ['to write ', h('span.mono', null, row.paths.join(', '))] : 'to read'),
      h('td', null, row.behind ? h('span.mono', null, name(row.behind)) : 'a commit'), h('td', null, clock(row.deadline))))))));
}

/** The number that stands in the middle of an id. */
const name = (id) => `#${Number.parseInt(id.slice(16, 32), 16)}`;
