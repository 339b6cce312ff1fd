// A playground for rules: a request as somebody, the decision, and why.

import { send } from './api.js';
import { fill, h } from './dom.js';
import { rulesPart } from './request-detail.js';
import { FieldTable } from './field-table.js';

export function rulesTrial(page) {
  const method = h('select', { 'aria-label': 'Method', onchange: show }, ['get', 'create', 'update', 'delete'].map((name) => h('option', { value: name }, name)));
  const path = h('input.mono', { type: 'text', 'aria-label': 'Document', placeholder: 'conversations/c1', spellcheck: 'false', onkeydown: (event) => { if (event.key === 'Enter') ask(); } });
  const asker = h('input', { type: 'text', 'aria-label': 'Who asks', value: 'anonymous', spellcheck: 'false', onkeydown: (event) => { if (event.key === 'Enter') ask(); } });
  const claims = h('input.mono', { type: 'text', 'aria-label': 'Further claims, as JSON', placeholder: '{"admin": true}', spellcheck: 'false' });
  const fields = new FieldTable({}, page, () => {});
  const written = h('div', { hidden: true }, h('h3', null, 'The document as it would be'), fields.element);
  const answer = h('div', { role: 'status' });
  const element = h('section.part.trial', null, h('h2', null, 'Try a request', h('span.soft', null, 'with the documents that there are; nothing is written')),
    h('div.tools', null, method, path, h('label.soft', null, 'as ', asker), h('label.soft', null, 'claims ', claims), h('button.button.main', { type: 'button', onclick: ask }, 'Decide')),
    written, answer);

  function show() {
    written.hidden = !['create', 'update'].includes(method.value);
  }

  async function ask() {
    try {
      const body = { method: method.value, path: path.value.trim(), as: asker.value.trim() };
      if (claims.value.trim()) body.claims = JSON.parse(claims.value);
      if (!written.hidden) body.fields = fields.read();
      const decision = await send('POST', 'rules/decide', { database: page.database }, body);
      fill(answer, h(`p.note${decision.isAllowed ? '.good' : '.bad'}`, null, decision.isAllowed ? 'Allowed.' : 'Denied.'), rulesPart(page, decision));
    } catch (problem) {
      fill(answer, h('p.note.bad', null, problem instanceof SyntaxError ? 'The claims are no JSON.' : problem.message));
    }
  }

  return element;
}
