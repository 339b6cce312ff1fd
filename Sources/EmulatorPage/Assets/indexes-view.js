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
