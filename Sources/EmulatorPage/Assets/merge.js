// Two versions of the fields of a document that both came from a third one.

const isMap = (value) => value?.mapValue !== undefined;

/** The same for what is the same, in whatever order fields stand. */
const text = (value) => JSON.stringify(value, (_, part) => (part && typeof part === 'object' && !Array.isArray(part)
  ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : Object.is(part, -0) ? '-0.0' : part));

export const isSame = (one, other) => text(one) === text(other);

/**
 * What one side alone has changed is changed; where both have, it is mine.
 * @returns {{fields: object, theirs: string[], conflicts: {path: string, base?: object, theirs?: object, mine?: object}[]}} `theirs`
 *   are the paths that only they have changed
 */
export function merge(base, mine, theirs, above = []) {
  const merged = { fields: {}, theirs: [], conflicts: [] };
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])];
  for (const name of names) {
    const [was, own, other] = [base[name], mine[name], theirs[name]];
    const names = [...above, name];
    const path = names.join('.');
    let value = own;
    if (isSame(was, own) && !isSame(was, other)) {
      value = other;
      merged.theirs.push(path);
    } else if (!isSame(was, other) && !isSame(own, other)) {
      if (isMap(own) && isMap(other)) {
        const inner = merge(was?.mapValue?.fields ?? {}, own.mapValue.fields ?? {}, other.mapValue.fields ?? {}, names);
        value = { mapValue: { fields: inner.fields } };
        merged.theirs.push(...inner.theirs);
        merged.conflicts.push(...inner.conflicts);
      } else merged.conflicts.push({ path, base: was, theirs: other, mine: own });
    }
    // Whatever the name is: `__proto__` is one like any other.
    if (value !== undefined) Object.defineProperty(merged.fields, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return merged;
}
