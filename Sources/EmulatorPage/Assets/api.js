// What the page asks the emulator for; the same is open to scripts.

const root = '/firebreak/v1/';

/** An answer that says no, with the words of the emulator. */
export class Refusal extends Error {
  /** @param {{status?: number, error?: object}} [answer] of HTTP, with the `error` of its body */
  constructor(message, { status = 0, error = null } = {}) {
    super(message);
    this.status = status;
    /** What is there now, where it is something else than was edited. */
    this.current = error?.current ?? null;
  }
}

async function ask(path, options) {
  const text = await answer(path, options);
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    throw new Refusal('The emulator answered something that is no JSON.');
  }
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(root + path, options);
  } catch {
    throw new Refusal('The emulator does not answer.');
  }
  const text = await response.text();
  if (response.ok) return text;
  const error = errorOf(text);
  throw new Refusal(error?.message ?? `The emulator answered ${response.status}.`, { status: response.status, error });
}

function errorOf(text) {
  try {
    return JSON.parse(text).error;
  } catch {
    return null;
  }
}

const query = (parameters) => {
  const known = Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return known.length ? `?${new URLSearchParams(known)}` : '';
};

/** An answer that is a text. */
export const getText = (path, parameters) => answer(path + query(parameters));

export const get = (path, parameters) => ask(path + query(parameters));

export const send = (method, path, parameters, body) => ask(path + query(parameters), {
  method,
  headers: body === undefined ? {} : { 'content-type': 'application/json' },
  body: body === undefined ? undefined : JSON.stringify(body),
});

/** Of the stream of what happens behind what is known. */
export const eventsAddress = (known) => `${root}events${query(known)}`;
