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
