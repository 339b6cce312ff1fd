// What somebody has typed and not saved is not lost without a question.

import { h } from './dom.js';

/**
 * Asks whether it may be lost.
 * @param {string} what as in `conversations/c1 has changes that are not saved.`
 * @returns {Promise<boolean>}
 */
export function mayBeLost(what) {
  return new Promise((resolve) => {
    let answer = false;
    const close = (given) => {
      answer = given;
      dialog.close();
    };
    const keep = h('button.button.main', { type: 'button', onclick: () => close(false) }, 'Keep editing');
    const dialog = h('dialog.exchange.question', { 'aria-labelledby': 'question-title' },
      h('h2', { id: 'question-title' }, 'Leave without saving?'), h('p', null, what),
      h('div.tools', null, h('span.gap'), h('button.button', { type: 'button', onclick: () => close(true) }, 'Discard the changes'), keep));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    keep.focus();
  });
}
