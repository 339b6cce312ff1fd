// The tree of a Realtime Database: what is opened is loaded, what changes flashes, values are edited where they stand.

import { get } from './api.js';
import { bytes, count, counted } from './format.js';
import { fill, h, toast, Reload } from './dom.js';
import { redraw } from './redraw.js';
import { exchangeButton } from './exchange.js';
import { RealtimeEditor } from './realtime-editor.js';

const portion = 200;
const join = (path, key) => (path === '/' ? `/${key}` : `${path}/${key}`);

export function realtimeView(page) {
  let instance = null;
  let root = '/';
  let shownAt = null;
  /** What was loaded is not drawn yet: somebody types. */
  let isBehind = false;
  /** What was loaded, by its path; only of what is opened. */
  let nodes = new Map();
  const open = new Set();
  const crumbs = h('nav.crumbs', { 'aria-label': 'Path' });
  const state = h('span.soft', { role: 'status' });
  const choice = h('select', { 'aria-label': 'Instance', onchange: () => {
    const wanted = choice.value;
    choice.value = instance;
    page.go('realtime', { instance: wanted });
  } });
  const body = h('div.tree-of-data');
  const editor = new RealtimeEditor(() => instance, (path) => load(path, true), () => draw(), () => page.mayLeave());
  const element = h('section.data', { 'aria-label': 'Realtime Database' }, h('h1.unseen', null, 'Realtime Database'),
    h('div.tools.bar-of-list', null, page.dataChoice('realtime'), crumbs, h('span.gap'), state, choice, exchangeButton(page)), body);

  // MARK: What there is

  async function load(path, flashes = false) {
    try {
      const known = nodes.get(path);
      const limit = Math.max(portion, known?.children?.length ?? 0);
      const node = await get('realtime', { instance, path, limit });
      if (flashes && known?.etag === node.etag) {
        if (isBehind) draw();
        return;
      }
      if (flashes && known) mark(known, node);
      nodes.set(path, node);
      instance ??= node.instance;
      if (path === root) tell(node);
      draw();
    } catch (problem) { toast(problem.message); }
  }

  /** Children that are others than a moment ago. */
  function mark(before, after) {
    const old = new Map(before.children.map((child) => [child.key, JSON.stringify(child)]));
    for (const child of after.children) if (old.get(child.key) !== JSON.stringify(child)) child.isFresh = true;
    if (before.value !== after.value) after.isFresh = true;
  }

  async function more(path) {
    const node = nodes.get(path);
    try {
      const next = await get('realtime', { instance, path, after: node.children.at(-1).key, limit: portion });
      node.children.push(...next.children);
      node.hasMore = next.hasMore;
      draw();
    } catch (problem) { toast(problem.message); }
  }

  function toggle(path) {
    if (open.delete(path)) {
      for (const other of open) if (other.startsWith(`${path}/`)) open.delete(other);
      for (const other of [...nodes.keys()]) if (other === path || other.startsWith(`${path}/`)) nodes.delete(other);
      draw();
    } else {
      open.add(path);
      load(path);
    }
  }

  // MARK: Drawing

  function tell(node) {
    if (choice.length !== node.instances.length) fill(choice, node.instances.map((name) => h('option', { value: name }, name)));
    choice.value = node.instance;
    choice.hidden = node.instances.length < 2;
    state.textContent = node.type === 'absent' ? '' : `${node.count ? `${counted(node.count, 'child', 'children')}, ` : ''}${bytes(node.bytes)}`;
  }

  function draw() {
    // Who types goes on typing.
    isBehind = editor.isBusy;
    if (isBehind) return;
    const focus = document.activeElement?.dataset?.of;
    const node = nodes.get(root);
    if (!node) return;
    const isEmpty = node.type === 'absent';
    redraw(body, h('ul.tree', { key: root }, h('li', null, line(root, root === '/' ? node.instance : root.split('/').at(-1), node, true), children(root, node))),
      isEmpty && h('p.soft.none', null, 'Nothing is stored here.'));
    // A question stands in the place of the button that asked it.
    if (focus && document.activeElement === document.body) body.querySelector(`[data-of="${CSS.escape(focus)}"]`)?.focus();
  }

  function children(path, node) {
    if (node.type !== 'children') return null;
    return h('ul', null,
      node.children.map((child) => {
        const place = join(path, child.key);
        const own = nodes.get(place);
        return h('li', { key: child.key }, line(place, child.key, child, false), open.has(place) && own && children(place, own));
      }),
      node.hasMore && h('li', null, h('button.quiet.add', { type: 'button', onclick: () => more(path) }, `${count(node.count - node.children.length)} more…`)));
  }

  function line(path, key, node, isRoot) {
    const isInner = node.type === 'children';
    const isOpen = isRoot || open.has(path);
    const nodeOf = (event) => event.currentTarget.closest('.node');
    const row = h('div.node', { class: node.isFresh ? 'flash' : '' },
      isInner && !isRoot
        ? h('button.quiet.twist', { type: 'button', 'aria-expanded': String(isOpen), 'aria-label': `${isOpen ? 'Close' : 'Open'} ${key}`, 'data-of': `twist ${path}`, onclick: () => toggle(path) }, isOpen ? '▾' : '▸')
        : h('span.twist'),
      isInner && !isRoot ? h('a.key', { href: page.link('realtime', { instance, path }) }, key) : h('span.key', null, key),
      isInner
        ? h('span.soft', null, `${counted(node.count, 'child', 'children')}, ${bytes(node.bytes)}`)
        : node.type !== 'absent' && h(`button.quiet.leaf.${node.type}`, { type: 'button', title: `${node.type}: edit`, 'data-of': `edit ${path}`, onclick: (event) => editor.edit(nodeOf(event), path, node) }, node.type === 'string' ? JSON.stringify(node.value) : String(node.value)),
      node.priority !== undefined && h('span.tag', { title: 'Priority' }, `.priority ${JSON.stringify(node.priority)}`),
      h('span.actions', null,
        (isInner || node.type === 'absent') && h('button.quiet', { type: 'button', 'aria-label': `Add a child to ${key}`, title: 'Add a child', onclick: (event) => editor.add(nodeOf(event), path) }, '+'),
        node.type !== 'absent' && editor.deletion(path, key, node.etag ?? (isOpen ? nodes.get(path)?.etag : null) ?? null)));
    delete node.isFresh;
    return row;
  }

  function showCrumbs() {
    const keys = root.split('/').filter(Boolean);
    const links = keys.map((key, index) => h('a', { href: page.link('realtime', { instance, path: `/${keys.slice(0, index + 1).join('/')}` }) }, key));
    fill(crumbs, h('a', { href: page.link('realtime', { instance }) }, 'root'), links.flatMap((link) => [h('span.soft', { 'aria-hidden': 'true' }, '/'), link]));
  }

  const changes = new Reload(() => { for (const path of [root, ...open]) load(path, true); }, 300);
  return {
    element,
    unsaved: () => editor.unsaved,
    discard() { editor.isTyped = false; },
    update(_, parameters) {
      instance = parameters.get('instance');
      root = parameters.get('path') ?? '/';
      nodes = new Map();
      open.clear();
      editor.leave();
      showCrumbs();
      load(root);
    },
    pulse(pulse) {
      if (pulse.last === shownAt) return;
      shownAt = pulse.last;
      changes.ask();
    },
    leave() { changes.cancel(); },
  };
}
