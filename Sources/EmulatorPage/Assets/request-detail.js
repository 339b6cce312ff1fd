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
