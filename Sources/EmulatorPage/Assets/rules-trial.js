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
