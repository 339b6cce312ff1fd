// Where somebody is, in the address of the page: a view, what it shows, and how.

/**
 * The part of an address behind `#`; every segment may have any character.
 * @param {string | string[]} place the id of a view, or its segments
 */
export function link(place, parameters = {}) {
  const segments = Array.isArray(place) ? place : [place];
  const known = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return `#/${segments.map(encodeURIComponent).join('/')}${known.length ? `?${new URLSearchParams(known)}` : ''}`;
}

/**
 * What an address says.
 * @returns {{id: string, rest: string[], parameters: URLSearchParams} | null} null: nothing that can be read
 */
export function read(hash) {
  const text = hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  try {
    const [id, ...rest] = path.split('/').map(decodeURIComponent);
    return { id, rest, parameters: new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)) };
  } catch {
    return null;
  }
}
