// What cannot be brought back is not lost without a question.

import { h } from './dom.js';

/**
 * Asks whether it may be lost.
 * @param {string} what as in `conversations/c1 has changes that are not saved.`
 * @returns {Promise<boolean>}
 */
export const mayBeLost = (what) => agreed({ title: 'Leave without saving?', text: what, yes: 'Discard the changes', no: 'Keep editing' });

/**
 * Asks before something is done that cannot be taken back.
 * @param {{title: string, text: string, yes: string, no: string}} question `yes` and `no` are what its buttons say
 * @returns {Promise<boolean>}
 */
export function agreed({ title, text, yes, no }) {
  return new Promise((resolve) => {
    let answer = false;
    const close = (given) => {
      answer = given;
      dialog.close();
    };
    const keep = h('button.button.main', { type: 'button', onclick: () => close(false) }, no);
    const dialog = h('dialog.exchange.question', { 'aria-labelledby': 'question-title' },
      h('h2', { id: 'question-title' }, title), h('p', null, text),
      h('div.tools', null, h('span.gap'), h('button.button', { type: 'button', onclick: () => close(true) }, yes), keep));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    keep.focus();
  });
}
