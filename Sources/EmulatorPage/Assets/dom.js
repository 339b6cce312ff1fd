// Makes elements. Text is only ever set as text, so that nothing a client has written becomes markup.

const inSVG = new Set(['svg', 'path', 'rect', 'line', 'text', 'g', 'title']);

/** How elements were made: `attributes`, `listeners` by the event, and the `key` by which they are known when they are made again. */
export const made = new WeakMap();

/**
 * An element with properties and children; a function is listened to, `null` and `false` are left out.
 * @param {string} name `tag.class.class`
 * @param {object} [properties] `key` tells an element from its like beside it, for `redraw`
 */
export function h(name, properties, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = inSVG.has(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  const listeners = {};
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (key.startsWith('on') && value) listen(element, listeners, key.slice(2), value);
    else if (key !== 'key') set(element, key, value);
  }
  const attributes = new Map([...element.attributes].map(({ name: attribute, value }) => [attribute, value]));
  made.set(element, { attributes, listeners, key: properties?.key });
  append(element, children);
  return element;
}

/** Through the table of listeners, so that an element that stays can get those of the one that was to replace it. */
export function listen(element, listeners, event, listener) {
  if (!(event in listeners)) element.addEventListener(event, (told) => listeners[event]?.(told));
  listeners[event] = listener;
}

function set(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key === 'style') Object.assign(element.style, value);
  else if (key === 'class') element.classList.add(...value.split(' ').filter(Boolean));
  else element.setAttribute(key, value === true ? '' : value);
}

const append = (element, children) => element.append(...nodes(children));

/** Children as they are written, without what is left out. */
export const nodes = (children) => children.flat(9).filter((child) => child !== null && child !== undefined && child !== false)
  .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));

/** Text in which back-quotes stand round what is code. */
export function marked(text) {
  return (text ?? '').split('`').map((piece, index) => (index % 2 ? h('code', null, piece) : piece));
}

/** Puts children in the place of those that an element has. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A sign of 24 by 24 units, from the `d` of its path. */
export function sign(path) {
  return h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: path }));
}

let hiding = 0;

/** Loads again a moment after it was asked to. Asking once more puts nothing off: while much happens, it is shown now and then. */
export class Reload {
  constructor(load, milliseconds) { Object.assign(this, { load, milliseconds, timer: null }); }

  ask() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.load();
    }, this.milliseconds);
  }

  cancel() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}

/** A short message at the bottom of the page. */
export function toast(text) {
  const place = document.getElementById('toast');
  place.textContent = text;
  place.classList.add('shown');
  clearTimeout(hiding);
  hiding = setTimeout(() => place.classList.remove('shown'), 4000);
}
