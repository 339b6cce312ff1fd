// Writes indexes into the file of the project: shows first what would change in it.

import { send } from './api.js';
import { counted, fileName } from './format.js';
import { fill, h, toast } from './dom.js';
import { differencePart } from './difference.js';

/**
 * A button that shows the change, and then one that makes it.
 * @param {{label: string, file: string, body?: object, done?: (text: string) => void}} options `body` names one definition;
 *   without it, everything that is missing is written. `done` is told what was written.
 */
export function indexWriting(page, { label, file, body = {}, done }) {
  const preview = h('div.preview', { role: 'status' });
  /** The version of the file whose change is shown. */
  let etag = null;
  const ask = (onlyShowing) => send('POST', 'indexes', { database: page.database }, { ...body, ...(onlyShowing ? { onlyShowing } : { etag }) });
  const start = h('button.button.main', { type: 'button', onclick: () => show() }, label);
  const element = h('div.writing', null, h('div.tools', null, start), preview);

  async function show(remark = null) {
    start.disabled = true;
    try {
      const told = await ask(true);
      const { before, after } = told;
      etag = told.etag;
      if (before === after) return end(`${fileName(file)} has it already`);
      const write = h('button.button.main', { type: 'button', onclick: () => save(write) }, `Write into ${fileName(file)}`);
      fill(preview, remark, differencePart(before, after), h('div.tools', null, write, h('button.button', { type: 'button', onclick: cancel }, 'Cancel')));
      start.hidden = true;
      write.focus();
    } catch (problem) {
      start.disabled = false;
      toast(problem.message);
    }
    return null;
  }

  function cancel() {
    fill(preview);
    start.hidden = false;
    start.disabled = false;
    start.focus();
  }

  async function save(button) {
    button.disabled = true;
    try {
      const { written } = await ask(false);
      end(written ? `${counted(written, 'definition')} added to ${fileName(file)}` : `${fileName(file)} has it already`);
    } catch (problem) {
      button.disabled = false;
      if (problem.current) await show(h('p.note.warn', null, `${fileName(file)} has changed meanwhile; nothing was written. What would change now:`));
      else toast(problem.message);
    }
  }

  function end(text) {
    toast(text);
    const remark = `${text}; it is used from now on.`;
    fill(element, h('p.note.good', null, remark));
    done?.(remark);
  }

  /** Somebody reads a change or has asked for it: what is around it is not to be drawn anew meanwhile. */
  Object.defineProperty(element, 'isOpen', { get: () => element.contains(preview) && (start.disabled || preview.childNodes.length > 0) });
  return element;
}
