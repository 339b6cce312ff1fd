// JSON that somebody has typed, read as the emulator reads it: what browsers take silently is told.

/**
 * @param {Function} [reviver] as of `JSON.parse`
 * @throws {Error} says what is wrong with it, and where
 */
export function readJSON(text, reviver = (key, value) => value) {
  let value;
  try {
    value = JSON.parse(text, (key, part, context) => {
      if (typeof part === 'number' && !Number.isFinite(part)) throw new RangeError(`${context?.source ?? 'a number'} is too large for a number.`);
      return reviver(key, part, context);
    });
  } catch (problem) {
    throw problem instanceof RangeError ? problem : new Error(`This is no JSON: ${problem.message}`);
  }
  const twice = repeatedKey(text);
  if (twice) throw new Error(`${place(text, twice.index)}: the key ${JSON.stringify(twice.key)} is there twice.`);
  return value;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** The first key that an object has twice, in a text that is JSON. */
function repeatedKey(text) {
  /** The keys of each object that is open; of lists none. */
  const open = [];
  let before = null;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const key = JSON.parse(before.token);
      if (open.at(-1).has(key)) return { key, index: before.index };
      open.at(-1).add(key);
    }
    before = { token, index };
  }
  return null;
}

function place(text, index) {
  const lines = text.slice(0, index).split('\n');
  return `line ${lines.length}, column ${lines.at(-1).length + 1}`;
}
