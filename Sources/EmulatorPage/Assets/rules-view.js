// The rules of a database with what requests have made of them in the margin, and an editor that saves into the file.

import { get, send } from './api.js';
import { CodeEditor } from './code-editor.js';
import { fileName } from './format.js';
import { differencePart } from './difference.js';
import { fill, h, marked, toast, Reload } from './dom.js';
import { withLineEnds } from './line-ends.js';
import { redraw } from './redraw.js';
import { listing, summary } from './rules-text.js';
import { realtimeTrial, rulesTrial } from './rules-trial.js';

export function rulesView(page) {
  const body = h('div', null);
  const trial = h('div', null);
  /** Decides what the form of the trial says. */
  let ask = null;
  const choice = h('span', null);
  const edit = h('button.button', { type: 'button', hidden: true, onclick: () => begin() }, 'Edit');
  const element = h('section.view', null,
    h('div.head', null, h('h1', null, 'Rules'), h('span.soft.path'), h('span.gap'), choice, edit), body, trial);
  /** Of the Realtime Database; nothing: the rules are those of Firestore. */
  let instance = null;
  /** Whose rules are shown. */
  let subject = null;
  let rules = null;
  /** What is edited: its text and the version of the file that it was made of. Null: nothing. */
  let editing = null;
  /** The line that somebody came for. It stays marked, however often the rules are drawn. */
  let wanted = 0;
  /** The line was not brought into sight yet. */
  let isComing = false;
  let shownAt = null;

  const parameters = () => (instance ? { instance } : { database: page.database });

  async function load() {
    if (editing) return watch();
    const asked = subject;
    try {
      const answer = await get('rules', parameters());
      if (asked !== subject || editing) return;
      rules = answer;
      draw();
      await decideAsked();
    } catch (problem) { redraw(body, h('p.note.bad', null, problem.message)); }
    return null;
  }

  function draw() {
    const path = element.querySelector('.path');
    path.textContent = fileName(rules.path ?? '');
    path.title = rules.path ?? '';
    edit.hidden = rules.origin === 'client' || rules.path === null || editing !== null;
    redraw(body, notes(rules), findings(rules.findings, rules.path === null ? null : (line, column) => begin(line, column)), rules.source === undefined ? null : [summary(rules), listing(rules, wanted)]);
    if (isComing) body.querySelector(`[data-line="${wanted}"]`)?.scrollIntoView({ block: 'center' });
    isComing = false;
  }

  /** A request that somebody asks again is decided as soon as the rules are there, where it can be seen. */
  async function decideAsked() {
    if (!page.kept.isTrialAsked) return;
    page.kept.isTrialAsked = false;
    await ask();
    trial.scrollIntoView();
    trial.querySelector('.trial select')?.focus({ preventScroll: true });
  }

  function begin(line = wanted || 1, column = 1) {
    edit.hidden = true;
    const problems = h('div', { role: 'status' });
    const saved = (rules.source ?? '').replace(/\r\n?/g, '\n');
    const editor = new CodeEditor({ label: 'Text of the rules', text: rules.source ?? '', changed: () => soon(), save: () => save() });
    editing = { editor, problems, etag: rules.etag, source: rules.source ?? '', saved, timer: 0, turn: 0 };
    fill(body, editor.element, problems, h('div.tools.after', null, h('button.button.main', { type: 'button', title: 'Ctrl S', onclick: () => save() }, 'Save and use'),
      h('button.button', { type: 'button', onclick: async () => { if (await page.mayLeave()) end(); } }, 'Cancel')));
    editor.goTo(line, { column });
    if (rules.findings.length) check();
  }

  const typed = () => withLineEnds(editing.editor.value, editing.source);

  /** The text is looked at when nobody has typed for a moment. */
  function soon() {
    clearTimeout(editing.timer);
    editing.timer = setTimeout(check, 300);
  }

  async function check() {
    const own = editing;
    if (!own) return;
    const turn = own.turn += 1;
    try {
      const answer = await send('POST', 'rules', parameters(), { source: typed() });
      if (own === editing && turn === own.turn) showFindings(answer.findings);
    } catch { /* Saving says it. */ }
  }

  function showFindings(list, remark = null) {
    const { editor, problems } = editing;
    editor.mark(list);
    if (!problems.querySelector('.conflict')) fill(problems, remark, findings(list, (line, column) => editor.goTo(line, { column })));
  }

  async function save() {
    const own = editing;
    clearTimeout(own.timer);
    own.turn += 1;
    try {
      const answer = await send('PUT', 'rules', parameters(), { source: typed(), etag: own.etag });
      if (own !== editing) return;
      if (answer.isWritten) {
        toast(`${fileName(rules.path)} is saved and used; counting begins anew`);
        end();
      } else {
        showFindings(answer.findings, h('p.note.bad', null, 'Not saved: the rules have errors.'));
        const first = answer.findings.find((finding) => finding.line);
        if (first) own.editor.goTo(first.line, { column: first.column });
      }
    } catch (problem) {
      if (own === editing) fill(own.problems, problem.current ? conflict(problem.current, 'nothing was written. ') : h('p.note.bad', null, problem.message));
    }
    own.problems.scrollIntoView({ block: 'nearest' });
  }

  /** Somebody else has saved the file meanwhile: both texts are there to choose from. */
  function conflict(current, remark) {
    return h('div.conflict', null,
      h('p.note.warn', null, h('b', null, `${fileName(rules.path)} has changed meanwhile; ${remark}`), 'From what it is now to yours:'),
      differencePart(current.source, typed()),
      h('div.tools', null,
        h('button.button', { type: 'button', onclick: () => {
          const { editor, problems } = editing;
          editor.value = current.source;
          Object.assign(editing, { etag: current.etag, source: current.source, saved: editor.value });
          fill(problems);
          soon();
        } }, 'Take what it is now'),
        h('button.button', { type: 'button', onclick: () => {
          editing.etag = current.etag;
          save();
        } }, 'Write mine over it')));
  }

  /** Who edits learns of another version when it is there, not when they save. */
  async function watch() {
    const own = editing;
    const current = await get('rules', parameters()).catch(() => null);
    if (!current || own !== editing || current.etag === own.etag || current.source === undefined || own.problems.querySelector('.conflict')) return;
    if (own.editor.value === own.saved) end();
    else fill(own.problems, conflict(current, 'yours is not saved. '));
  }

  function end() {
    editing = null;
    load();
  }

  /** The text in the editor, where it is another one than what is saved. */
  const edited = () => (editing && editing.editor.value !== editing.saved ? typed() : null);

  function showTrial() {
    const made = instance ? realtimeTrial(page, instance, edited) : rulesTrial(page, edited);
    ({ ask } = made);
    fill(trial, made.element);
  }

  const reload = new Reload(load, 500);
  return {
    element,
    keeps: (path, asked) => asked.get('instance') === instance,
    unsaved: () => (editing && editing.editor.value !== editing.saved ? `What you have changed in ${fileName(rules.path)} is not saved.` : null),
    discard() { if (editing) editing.editor.value = editing.saved; },
    update(path, asked) {
      const line = Number(path[0]) || 0;
      wanted = line || wanted;
      isComing = line > 0;
      instance = asked.get('instance');
      const now = JSON.stringify(parameters());
      if (now === subject) {
        if (rules && !editing && line) draw();
        if (page.kept.isTrialAsked) showTrial();
        if (rules) decideAsked();
        return;
      }
      subject = now;
      editing = null;
      rules = null;
      edit.hidden = true;
      fill(choice, page.rulesChoice(instance));
      wanted = line;
      showTrial();
      load();
    },
    pulse(pulse) {
      const now = `${pulse.last} ${pulse.status} ${pulse.definitions}`;
      if (now === shownAt) return;
      shownAt = now;
      reload.ask();
    },
    leave() { reload.cancel(); },
  };
}

function notes(rules) {
  switch (rules.origin) {
    case 'client': return h('p.note', null, 'A test library has put these rules in the place of those of the file. They hold until the file changes.');
    case 'open': return h('p.note.warn', null, 'There are no rules, and everybody may do everything (--allow-open).');
    case 'none': return h('p.note.warn', null, 'There are no rules, which denies everything to everybody but administrators.');
    default: return rules.isBroken && h('p.note.bad', null, 'The file has errors. What it said before is still used.');
  }
}

/** @param {(line: number, column: number) => void} goTo shows a line in the editor; without one there is none */
function findings(list, goTo = null) {
  return list.length > 0 && h('ul.findings', null, list.map((finding) => h('li', null,
    h(`span.tag${finding.severity === 'error' ? '.bad' : '.warn'}`, null, finding.code), ' ',
    finding.line && (goTo ? [h('button.button', { type: 'button', onclick: () => goTo(finding.line, finding.column) }, `line ${finding.line}:${finding.column}`), ' ']
      : h('b', null, `line ${finding.line}:${finding.column} `)), marked(finding.message), finding.help && h('p.soft', null, marked(finding.help)))));
}
