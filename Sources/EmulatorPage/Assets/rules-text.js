// The text of rules as it is shown: in colours, with what requests have made of each line in its margin.

import { count } from './format.js';
import { h } from './dom.js';

/** What the figures and colours of a margin mean. */
export function summary(rules) {
  if (!rules.total) return null;
  return h('p.soft.summary', null, `${count(rules.covered)} of ${count(rules.total)} outcomes of conditions have decided a request, since this text is used. At `, h('code', null, 'allow'), ': requests that the statement ',
    h('span.good', null, '✓'), ' let through and ', h('span.bad', null, '✗'), ' did not. Below it: how often a condition was true and false. The bar is green where there was both, brown where there was one of them, grey where nothing was asked.');
}

/**
 * What the margin of each line says: of a statement how many requests it let through and how many not, of other lines each of
 * their conditions.
 */
function margins(rules) {
  const lines = new Map();
  const at = (number) => lines.get(number) ?? lines.set(number, { yes: 0, no: 0, statements: [], conditions: [] }).get(number);
  for (const statement of rules.statements ?? []) {
    const margin = at(statement.line);
    margin.yes += statement.allowed;
    margin.no += statement.denied + statement.errors;
    margin.statements.push(statement);
  }
  for (const condition of rules.conditions ?? []) {
    const margin = at(condition.line);
    margin.conditions.push(condition);
    if (margin.statements.length) continue;
    margin.yes += condition.isTrue;
    margin.no += condition.isFalse;
  }
  return lines;
}

function marginText({ yes, no, statements }) {
  if (yes + no === 0) return h('span', null, statements.length ? 'never' : '–');
  if (statements.length) return [h('span.good', null, `✓${count(yes)}`), ' ', h('span.bad', null, `✗${count(no)}`)];
  return h('span.soft', null, `true ${count(yes)} false ${count(no)}`);
}

/** @param {number} wanted a line that somebody came for */
export function listing(rules, wanted) {
  const lines = margins(rules);
  return h('ol.listing-of-rules', null, rules.source.split(/\r?\n/).map((text, index) => {
    const margin = lines.get(index + 1);
    const isKnown = margin && !rules.isBroken;
    const title = isKnown ? [...margin.statements.map((statement) => `let through ${statement.allowed}, denied ${statement.denied}, errors ${statement.errors}`), ...margin.conditions.map((condition) => `${condition.text}: true ${condition.isTrue} times, false ${condition.isFalse} times`)].join('\n') : null;
    return h(`li${isKnown ? (margin.yes + margin.no === 0 ? '.never' : margin.yes && margin.no ? '.both' : '.half') : ''}${index + 1 === wanted ? '.marked' : ''}`, { 'data-line': index + 1 },
      h('span.margin', { title }, isKnown && marginText(margin)),
      h('span.number', null, index + 1), h('code', null, ...highlight(text)));
  }));
}

const words = /(\/\/.*$)|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|\b(service|match|allow|if|function|return|let|read|write|get|list|create|update|delete|true|false|null|in|is)\b/g;

/** A line of rules in the colours of its words. */
export function highlight(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(words)) {
    parts.push(text.slice(end, found.index));
    parts.push(h(found[1] ? 'span.remark' : found[2] ? 'span.string' : 'span.word', null, found[0]));
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== '');
}
