// A playground for rules: a request as somebody, the decision, and why.

import { send } from './api.js';
import { fill, h } from './dom.js';
import { rulesPart } from './request-detail.js';
import { askedPart } from './realtime-detail.js';
import { FieldTable } from './field-table.js';

export function rulesTrial(page) {
  const method = choice(['get', 'create', 'update', 'delete'], show);
  const path = input('Document', 'conversations/c1', ask);
  const asker = input('Who asks', '', ask, 'anonymous');
  const claims = input('Further claims, as JSON', '{"admin": true}', ask);
  const fields = new FieldTable({}, page, () => {});
  const written = h('div', { hidden: true }, h('h3', null, 'The document as it would be'), fields.element);
  const answer = h('div', { role: 'status' });

  function show() {
    written.hidden = !['create', 'update'].includes(method.value);
  }

  async function ask() {
    const body = { method: method.value, path: path.value.trim() };
    if (!written.hidden) body.fields = fields.read();
    await decide({ database: page.database }, body, asker, claims, answer, (decision) => rulesPart(page, decision));
  }

  return trial('with the documents that there are; nothing is written', [method, path], asker, claims, ask, written, answer);
}

/** The same for an instance of the Realtime Database. */
export function realtimeTrial(instance) {
  const method = choice(['read', 'write'], show);
  const path = input('Location', '/rooms/r1', ask);
  const asker = input('Who asks', '', ask, 'anonymous');
  const claims = input('Further claims, as JSON', '{"admin": true}', ask);
  const value = h('textarea.mono', { 'aria-label': 'The value as it would be, as JSON', rows: 4, spellcheck: 'false', placeholder: '{"title": "One"}' });
  const written = h('div', { hidden: true }, h('h3', null, 'The value as it would be'), value);
  const answer = h('div', { role: 'status' });

  function show() {
    written.hidden = method.value !== 'write';
  }

  async function ask() {
    const body = { method: method.value, path: path.value.trim() };
    try {
      if (!written.hidden) body.value = JSON.parse(value.value || 'null');
    } catch { return fill(answer, h('p.note.bad', null, 'The value is no JSON.')); }
    return decide({ instance }, body, asker, claims, answer, ({ isAllowed, asked }) => (
      asked.length ? askedPart({ asked, verdict: isAllowed ? 'served' : 'denied' }, instance)
        : h('p.soft', null, isAllowed ? 'No rule was asked.' : 'No rule on the way to this location allows it.')));
  }

  return trial('with the data that there is; nothing is written', [method, path], asker, claims, ask, written, answer);
}

const choice = (names, onchange) => h('select', { 'aria-label': 'Method', onchange }, names.map((name) => h('option', { value: name }, name)));

function input(label, placeholder, ask, value = '') {
  return h('input.mono', { type: 'text', 'aria-label': label, placeholder, value, spellcheck: 'false', onkeydown: (event) => { if (event.key === 'Enter') ask(); } });
}

function trial(remark, request, asker, claims, ask, written, answer) {
  return h('section.part.trial', null, h('h2', null, 'Try a request', h('span.soft', null, remark)),
    h('div.tools', null, request, h('label.soft', null, 'as ', asker), h('label.soft', null, 'claims ', claims), h('button.button.main', { type: 'button', onclick: ask }, 'Decide')),
    written, answer);
}

async function decide(parameters, body, asker, claims, answer, reasons) {
  try {
    const asked = { ...body, as: asker.value.trim() };
    if (claims.value.trim()) asked.claims = JSON.parse(claims.value);
    const decision = await send('POST', 'rules/decide', parameters, asked);
    fill(answer, h(`p.note${decision.isAllowed ? '.good' : '.bad'}`, null, decision.isAllowed ? 'Allowed.' : 'Denied.'), reasons(decision));
  } catch (problem) {
    fill(answer, h('p.note.bad', null, problem instanceof SyntaxError ? 'The claims are no JSON.' : problem.message));
  }
}
