// What a file has more, less or otherwise than before, as lines.

import { h } from './dom.js';

const around = 3;

/** More pairs of lines are not compared one by one. */
const mostPairs = 4_000_000;

/** The lines that differ with some before and behind them; lines between that are the same are left out. */
export function difference(before, after) {
  const [old, fresh] = [lines(before), lines(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const same = (texts) => texts.map((text) => ({ mark: ' ', text }));
  return shortened([
    ...same(old.slice(0, start)), ...changes(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...same(fresh.slice(fresh.length - end)),
  ]);
}

/** As few lines as possible are taken out and put in. */
function changes(old, fresh) {
  const all = [];
  const removed = (text) => all.push({ mark: '−', text });
  const added = (text) => all.push({ mark: '+', text });
  if (old.length * fresh.length > mostPairs) {
    old.forEach(removed);
    fresh.forEach(added);
    return all;
  }
  const width = fresh.length + 1;
  // How many lines are the same from a pair on.
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === fresh[j] ? common[(i + 1) * width + j + 1] + 1 : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      all.push({ mark: ' ', text: old[i] });
      i += 1;
      j += 1;
    } else if (j === fresh.length || (i < old.length && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      removed(old[i]);
      i += 1;
    } else {
      added(fresh[j]);
      j += 1;
    }
  }
  return all;
}

/** Lines that are the same, and nothing near them differs, become one sign. */
function shortened(all) {
  const isNear = (place) => all.slice(Math.max(0, place - around), place + around + 1).some(({ mark }) => mark !== ' ');
  const shown = [];
  let isLeftOut = false;
  all.forEach((line, place) => {
    if (!isNear(place)) isLeftOut = true;
    else {
      if (isLeftOut && shown.length) shown.push({ mark: ' ', text: '…' });
      isLeftOut = false;
      shown.push(line);
    }
  });
  return shown;
}

const lines = (text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

export function differencePart(before, after) {
  const style = { '+': '.added', '−': '.removed', ' ': '' };
  return h('pre.code.difference', null, difference(before, after).map(({ mark, text }) => h(`span.line-of${style[mark]}`, null, `${mark} ${text}\n`)));
}
