// Ends of lines. Text areas know one only; those of what was edited are put back.

const lines = (text) => {
  const parts = text.split(/(\r\n|\r|\n)/);
  return Array.from({ length: (parts.length + 1) / 2 }, (_, index) => ({ text: parts[2 * index], end: parts[2 * index + 1] ?? '' }));
};

/**
 * What was typed into a text area, with the ends of lines of the text that it began with: a line that is still there keeps
 * its own, a new one gets that of the line before it.
 */
export function withLineEnds(typed, original) {
  const old = lines(original);
  const fresh = typed.split('\n');
  const usual = old[0].end || '\n';
  let start = 0;
  while (start < old.length && start < fresh.length && old[start].text === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end).text === fresh.at(-1 - end)) end += 1;
  const near = old[start - 1]?.end || usual;
  const endOf = (index) => {
    const before = index < fresh.length - end ? (index < old.length - end ? index : -1) : old.length - fresh.length + index;
    return before < 0 ? near : old[before].end || usual;
  };
  return fresh.map((text, index) => (index === fresh.length - 1 ? text : text + endOf(index))).join('');
}
