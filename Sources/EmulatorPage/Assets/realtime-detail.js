// What is known of one request to the Realtime Database: which rules were asked, and how many bytes went where.

import { bytes, fileName } from './format.js';
import { h } from './dom.js';
import { link } from './places.js';

export function realtimeParts(page, request) {
  return [indexPart(request), rulesPart(request), trafficPart(request), request.target?.startsWith('/') && h('p', null,
    h('a', { href: page.link('realtime', { instance: request.database, path: request.target }) }, 'Show the data there'))];
}

const part = (title, ...children) => h('section.block', null, h('h3', null, title), ...children);

/** What the rules would have to say for the query to be served by an index. */
function indexPart(request) {
  return request.indexOn && part('Index to add', h('p', null, h('code', null, `".indexOn": ["${request.indexOn}"]`), ' at ', h('span.mono', null, request.target)),
    h('p', null, h('a', { href: link('rules', { instance: request.database }) }, 'Edit the rules')));
}

function rulesPart(request) {
  if (request.asked) return askedPart(request, request.database);
  if (request.who === 'admin') return part('Rules', h('p.soft', null, 'Administrators are not asked for.'));
  return request.verdict === 'denied' ? part('Rules', h('p', null, 'No rule on the way to this location allows it.')) : null;
}

/** The rules that were asked, of a request or of one that somebody tries. */
export function askedPart(request, instance) {
  return part('Rules', request.asked.map((rule) => rulePart(rule, request, instance)));
}

function rulePart(rule, request, instance) {
  const isTrue = rule.outcome === 'true';
  const values = rule.values ?? [];
  return h('div.operation', null,
    h('p', null, h(isTrue ? 'span.tag.good' : 'span.tag.bad', null, rule.outcome ?? 'not evaluated'), ' ', h('b', null, rule.kind), ' ', h('span.mono', null, rule.pattern),
      rule.decided && h('span.soft', null, request.verdict === 'denied' ? ' denied it' : ' allowed it')),
    h('p', null, h('code', null, rule.condition)),
    rule.path !== rule.pattern && h('p.soft', null, 'at ', h('span.mono', null, rule.path)),
    h('p.soft', null, h('a', { href: link(['rules', rule.line], { instance }) }, `${fileName(rule.file)}:${rule.line}`)),
    values.length > 1 && h('details', null, h('summary', null, `Every part with its value (${values.length})`),
      h('ol.trace', null, values.map((entry) => h('li', { style: { paddingLeft: `${Math.min(entry.depth ?? 0, 16) * 12}px` } },
        h('code', null, entry.text), ' ',
        entry.error ? h('span.bad', null, entry.error) : h(`span.value${entry.value === 'true' ? '.good' : entry.value === 'false' ? '.bad' : ''}`, null, entry.value))))));
}

function trafficPart(request) {
  const facts = [
    ['Data sent', request.sentBytes && bytes(request.sentBytes)], ['Data received', request.receivedBytes && bytes(request.receivedBytes)],
    ['Billed', request.realtimeBytes ? `${bytes(request.realtimeBytes)}, with what is sent around the data` : 'nothing'], ['Over', request.carrier],
  ];
  return part('Bytes',
    request.isUnindexed && request.verdict === 'served' && h('p.note.warn', null, h('b', null, 'No index. '), 'Everything at this location is looked through; listeners are sent all of it.'),
    request.isUnchanged && h('p.soft', null, 'The client had this already.'),
    h('dl.facts', null, facts.filter(([, value]) => value).map(([name, value]) => [h('dt', null, name), h('dd', null, value)])));
}
