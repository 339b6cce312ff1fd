// Draws something anew of which much is as it was. Elements that stay keep what only they know: the focus, a selection, how far
// they are scrolled, what is opened in them, and the press of a button that has not ended yet.

import { listen, made, nodes } from './dom.js';

/**
 * Makes the children of an element equal to these, as `fill` does. A child that is there already stays; so does one of the same
 * kind and `key`, with the attributes, listeners and children of the new one. What listens must not know the elements that it was
 * made with: those that do are made once and given again.
 */
export function redraw(element, ...children) {
  reconcile(element, nodes(children));
  return element;
}

function reconcile(parent, wanted) {
  const given = new Set(wanted);
  const known = new Map();
  for (const node of parent.childNodes) {
    if (!given.has(node)) known.set(kindOf(node), [...known.get(kindOf(node)) ?? [], node]);
  }
  const stay = wanted.map((node) => {
    if (node.parentNode === parent) return node;
    const old = known.get(kindOf(node))?.shift();
    if (!old) return node;
    become(old, node);
    return old;
  });
  const kept = new Set(stay);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  let next = parent.firstChild;
  for (const node of stay) {
    if (node === next) next = next.nextSibling;
    else place(parent, node, next);
  }
}

/** What is moved keeps its state, where the browser can do that. */
function place(parent, node, before) {
  if (node.parentNode === parent && parent.moveBefore) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}

const kindOf = (node) => (node.nodeType === Node.TEXT_NODE ? '#text' : `${node.nodeName} ${made.get(node)?.key ?? ''}`);

function become(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const [was, is] = [made.get(old), made.get(fresh)];
  for (const name of was.attributes.keys()) if (!is.attributes.has(name)) old.removeAttribute(name);
  // Only what is drawn otherwise than before: what somebody has opened or chosen since stays so.
  for (const [name, value] of is.attributes) if (was.attributes.get(name) !== value) write(old, name, value);
  for (const event of Object.keys(was.listeners)) if (!(event in is.listeners)) was.listeners[event] = null;
  for (const [event, listener] of Object.entries(is.listeners)) listen(old, was.listeners, event, listener);
  was.attributes = is.attributes;
  reconcile(old, [...fresh.childNodes]);
}

// The page's own policy forbids styles that are written as attributes.
function write(element, name, value) {
  if (name === 'style') element.style.cssText = value;
  else element.setAttribute(name, value);
}
