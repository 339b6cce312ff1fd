// Documents to files and back: folders of this machine, in the format of Google's emulator or as lines of JSON.

import { send } from './api.js';
import { counted } from './format.js';
import { fill, h, toast } from './dom.js';

/** A button that opens the dialog. */
export function exchangeButton(page) {
  return h('button.button', { type: 'button', onclick: () => open(page) }, 'Import, export…');
}

function open(page) {
  const known = page.folder ? `${page.folder}/firebreak-export` : '';
  const path = h('input.mono.wide', { type: 'text', value: page.kept.exchange ?? localStorage.getItem('exchange') ?? known, spellcheck: 'false', autocomplete: 'off', id: 'exchange-path' });
  const format = h('select', { id: 'exchange-format' }, h('option', { value: 'google' }, 'as the Firebase CLI writes it'), h('option', { value: 'lines' }, 'lines of JSON'));
  const answer = h('div', { role: 'status' });
  const buttons = [h('button.button.main', { type: 'button', onclick: () => ask('export', { format: format.value }) }, 'Export'), h('button.button', { type: 'button', onclick: () => ask('import', {}) }, 'Import')];
  const dialog = h('dialog.exchange', { 'aria-labelledby': 'exchange-title' },
    h('div.head', null, h('h2', { id: 'exchange-title' }, 'Import and export'), h('span.gap'), h('button.quiet', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '✕')),
    h('p.soft', null, 'All databases, Firestore and Realtime, to or from a folder of the machine that the emulator runs on. An import puts documents in the place of those of the same names; others stay.'),
    h('label', { for: 'exchange-path' }, 'Folder'), path,
    h('label', { for: 'exchange-format' }, 'Export '), format,
    h('div.tools', null, buttons), answer);

  async function ask(direction, body) {
    for (const button of buttons) button.disabled = true;
    fill(answer, h('p.soft', null, direction === 'export' ? 'Writing…' : 'Reading…'));
    try {
      const told = await send('POST', direction, {}, { path: path.value.trim(), ...body });
      localStorage.setItem('exchange', path.value.trim());
      if (direction === 'export') fill(answer, h('p.note.good', null, 'Written to ', h('span.mono', null, told.path)));
      else {
        fill(answer, h('p.note.good', null, `${counted(told.documents, 'document')}${told.instances ? ` and ${counted(told.instances, 'instance')}` : ''} imported`),
          told.leftOut.map((text) => h('p.note.warn', null, text)));
      }
      toast(direction === 'export' ? 'Exported' : 'Imported; listeners were told');
    } catch (problem) { fill(answer, h('p.note.bad', null, problem.message)); }
    for (const button of buttons) button.disabled = false;
  }

  dialog.addEventListener('close', () => {
    page.kept.exchange = path.value;
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  path.focus();
}
