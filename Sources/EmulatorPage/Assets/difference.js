// What a file has more, less or otherwise than before, as lines.

import { h } from './dom.js';

const around = 3;

/** The lines that differ with some before and behind them; the same lines at both ends are left out. */
export function difference(before, after) {
  const [old, fresh] = [lines(before), lines(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  return [
    ...old.slice(Math.max(0, start - around), start).map((text) => ({ mark: ' ', text })),
    ...old.slice(start, old.length - end).map((text) => ({ mark: '−', text })),
    ...fresh.slice(start, fresh.length - end).map((text) => ({ mark: '+', text })),
    ...fresh.slice(fresh.length - end, fresh.length - end + around).map((text) => ({ mark: ' ', text })),
  ];
}

const lines = (text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

export function differencePart(before, after) {
  const style = { '+': '.added', '−': '.removed', ' ': '' };
  return h('pre.code.difference', null, difference(before, after).map(({ mark, text }) => h(`span.line-of${style[mark]}`, null, `${mark} ${text}\n`)));
}
