// Between a list and what is opened beside it: drawn, or moved with the arrow keys, it makes one of them wider.

import { h } from './dom.js';

const [least, most] = [320, 1400];

/**
 * @param {string} name under which the width is remembered
 * @param {HTMLElement} pane what stands behind the divider; it is made wider or narrower
 */
export function divider(name, pane) {
  const key = `width of the ${name}`;
  const bar = h('div.divider', {
    role: 'separator', tabindex: '0', 'aria-orientation': 'vertical', 'aria-label': `Width of the ${name}`, 'aria-valuemin': least, 'aria-valuemax': most,
    title: 'Draw, or move with the arrow keys; a double click puts it back',
    onpointerdown: (event) => {
      bar.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    onpointermove: (event) => { if (bar.hasPointerCapture(event.pointerId)) resize(pane.getBoundingClientRect().right - event.clientX); },
    onkeydown: (event) => {
      const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      resize(pane.offsetWidth + step);
    },
    ondblclick: () => resize(null),
  });

  /** @param {number | null} width null: as it is by itself */
  function resize(width) {
    const pixels = width === null ? null : Math.round(Math.max(least, Math.min(most, width)));
    if (pixels === null) localStorage.removeItem(key);
    else localStorage.setItem(key, pixels);
    apply(pixels);
  }

  function apply(pixels) {
    bar.parentElement?.style.setProperty('--pane', pixels ? `min(${pixels}px, calc(100% - 300px))` : '');
    if (pixels) bar.setAttribute('aria-valuenow', pixels);
    else bar.removeAttribute('aria-valuenow');
  }

  // It has no parent yet.
  queueMicrotask(() => apply(Number(localStorage.getItem(key)) || null));
  return bar;
}
