// Documents to files and back: folders of this machine, in the format of Google's emulator or as lines of JSON.

import { send } from './api.js';
import { counted } from './format.js';
import { fill, h, toast } from './dom.js';
import { agreed } from './unsaved.js';

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
    const folder = whole(path.value.trim());
    if (!folder) return fill(answer, h('p.note.bad', null, 'Write the path of a folder.'));
    for (const button of buttons) button.disabled = true;
    fill(answer, h('p.soft', null, direction === 'export' ? 'Writing…' : 'Reading…'));
    try {
      if (direction === 'import' && !(await mayReplace(folder))) {
        fill(answer, h('p.note', null, 'Nothing was imported.'));
        return null;
      }
      const told = await send('POST', direction, {}, { path: folder, ...body });
      localStorage.setItem('exchange', folder);
      if (direction === 'export') fill(answer, h('p.note.good', null, 'Written to ', h('span.mono', null, told.path)));
      else {
        fill(answer, h('p.note.good', null, `${counted(told.documents, 'document')}${told.instances ? ` and ${counted(told.instances, 'instance')}` : ''} imported`),
          told.leftOut.map((text) => h('p.note.warn', null, text)));
      }
      toast(direction === 'export' ? 'Exported' : 'Imported; listeners were told');
    } catch (problem) {
      fill(answer, h('p.note.bad', null, problem.message));
    } finally {
      for (const button of buttons) button.disabled = false;
    }
    return null;
  }

  /** In the folder of the project, where it is no whole path. */
  const whole = (text) => (text && !text.startsWith('/') && page.folder ? `${page.folder}/${text}` : text);

  /** Says first what would be put in the place of what there is. */
  async function mayReplace(folder) {
    const { documents, replaced, instances } = await send('POST', 'import', {}, { path: folder, onlyShowing: true });
    if (!replaced && !instances) return true;
    const parts = [`${folder} has ${counted(documents, 'document')}${instances ? ` and ${counted(instances, 'instance')} of the Realtime Database, each of which is replaced as a whole` : ''}.`];
    if (replaced) parts.push(`${counted(replaced, 'document')} of the same ${replaced === 1 ? 'name says' : 'names say'} something else by now: what ${replaced === 1 ? 'it says' : 'they say'} would be lost.`);
    return agreed({ title: 'Replace what there is?', text: parts.join(' '), yes: 'Import and replace', no: 'Keep what there is' });
  }

  dialog.addEventListener('close', () => {
    page.kept.exchange = path.value;
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  path.focus();
}
