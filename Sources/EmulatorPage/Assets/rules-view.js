// The rules of a database with what requests have made of them in the margin, and an editor that saves into the file.

import { get, send } from './api.js';
import { count, fileName } from './format.js';
import { differencePart } from './difference.js';
import { fill, h, marked, toast, Reload } from './dom.js';
import { withLineEnds } from './line-ends.js';
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
    if (editing) return;
    const asked = subject;
    try {
      const answer = await get('rules', parameters());
      if (asked !== subject || editing) return;
      rules = answer;
      draw();
      await decideAsked();
    } catch (problem) { fill(body, h('p.note.bad', null, problem.message)); }
  }

  function draw() {
    const path = element.querySelector('.path');
    path.textContent = fileName(rules.path ?? '');
    path.title = rules.path ?? '';
    edit.hidden = rules.origin === 'client' || rules.path === null || editing !== null;
    fill(body, notes(rules), findings(rules.findings), rules.source === undefined ? null : [summary(rules), listing(rules)]);
    const place = body.querySelector(`[data-line="${wanted}"]`);
    place?.classList.add('marked');
    if (place && isComing) place.scrollIntoView({ block: 'center' });
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

  /** The cursor at the beginning of a line, in the middle of what is seen. */
  function goTo(number) {
    const { text } = editing;
    const lines = text.value.split('\n');
    const place = lines.slice(0, number - 1).reduce((length, one) => length + one.length + 1, 0);
    text.focus();
    text.setSelectionRange(place, place + (lines[number - 1] ?? '').length);
    text.scrollTop = Math.max(0, (number - 1) * (text.scrollHeight / lines.length) - text.clientHeight / 2);
  }

  function begin() {
    edit.hidden = true;
    const problems = h('div', { role: 'status' });
    const text = h('textarea.editor', { 'aria-label': 'Text of the rules', spellcheck: 'false', rows: 30, onkeydown: indent });
    text.value = rules.source ?? '';
    editing = { text, etag: rules.etag, source: rules.source ?? '', saved: text.value };
    text.addEventListener('input', () => { if (!problems.querySelector('.conflict')) fill(problems); });
    text.addEventListener('keydown', (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 's') { event.preventDefault(); save(problems); }
    });
    fill(body, problems, text, h('div.tools.after', null, h('button.button.main', { type: 'button', title: 'Ctrl S', onclick: () => save(problems) }, 'Save and use'),
      h('button.button', { type: 'button', onclick: async () => { if (await page.mayLeave()) end(); } }, 'Cancel')));
    goTo(wanted || 1);
    text.setSelectionRange(text.selectionStart, text.selectionStart);
  }

  async function save(problems) {
    const own = editing;
    try {
      const answer = await send('PUT', 'rules', parameters(), { source: withLineEnds(own.text.value, own.source), etag: own.etag });
      if (own !== editing) return;
      if (answer.isWritten) {
        toast(`${fileName(rules.path)} is saved and used`);
        end();
      } else {
        fill(problems, h('p.note.bad', null, 'Not saved: the rules have errors.'), findings(answer.findings, goTo));
        const first = answer.findings.find((finding) => finding.line);
        if (first) goTo(first.line);
      }
    } catch (problem) {
      if (own === editing) fill(problems, problem.current ? conflict(problem.current, problems) : h('p.note.bad', null, problem.message));
    }
    problems.scrollIntoView({ block: 'nearest' });
  }

  /** Somebody else has saved the file meanwhile: both texts are there to choose from. */
  function conflict(current, problems) {
    return h('div.conflict', null,
      h('p.note.warn', null, h('b', null, `${fileName(rules.path)} has changed meanwhile; nothing was written. `), 'From what it is now to yours:'),
      differencePart(current.source, withLineEnds(editing.text.value, editing.source)),
      h('div.tools', null,
        h('button.button', { type: 'button', onclick: () => {
          editing.text.value = current.source;
          Object.assign(editing, { etag: current.etag, source: current.source, saved: editing.text.value });
          fill(problems);
        } }, 'Take what it is now'),
        h('button.button', { type: 'button', onclick: () => {
          editing.etag = current.etag;
          save(problems);
        } }, 'Write mine over it')));
  }

  function end() {
    editing = null;
    load();
  }

  /** The text in the editor, where it is another one than what is saved. */
  const edited = () => (editing && editing.text.value !== editing.saved ? withLineEnds(editing.text.value, editing.source) : null);

  function showTrial() {
    const made = instance ? realtimeTrial(page, instance, edited) : rulesTrial(page, edited);
    ({ ask } = made);
    fill(trial, made.element);
  }

  const reload = new Reload(load, 500);
  return {
    element,
    keeps: (path, asked) => asked.get('instance') === instance,
    unsaved: () => (editing && editing.text.value !== editing.saved ? `What you have changed in ${fileName(rules.path)} is not saved.` : null),
    discard() { if (editing) editing.text.value = editing.saved; },
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
      const now = `${pulse.last} ${pulse.status}`;
      if (now === shownAt) return;
      shownAt = now;
      reload.ask();
    },
    leave() { reload.cancel(); },
  };
}

/** Tab goes to the next control, as everywhere; two blanks are typed with Ctrl and ]. */
function indent(event) {
  if (event.key !== ']' || !event.ctrlKey) return;
  event.preventDefault();
  event.target.setRangeText('  ', event.target.selectionStart, event.target.selectionEnd, 'end');
}

function notes(rules) {
  switch (rules.origin) {
    case 'client': return h('p.note', null, 'A test library has put these rules in the place of those of the file. They hold until the file changes.');
    case 'open': return h('p.note.warn', null, 'There are no rules, and everybody may do everything (--allow-open).');
    case 'none': return h('p.note.warn', null, 'There are no rules, which denies everything to everybody but administrators.');
    default: return rules.isBroken && h('p.note.bad', null, 'The file has errors. What it said before is still used.');
  }
}

/** @param {(line: number) => void} goTo shows a line in the editor; without one there is none */
function findings(list, goTo = null) {
  return list.length > 0 && h('ul.findings', null, list.map((finding) => h('li', null,
    h(`span.tag${finding.severity === 'error' ? '.bad' : '.warn'}`, null, finding.code), ' ',
    finding.line && (goTo ? [h('button.button', { type: 'button', onclick: () => goTo(finding.line) }, `line ${finding.line}:${finding.column}`), ' ']
      : h('b', null, `line ${finding.line}:${finding.column} `)), marked(finding.message), finding.help && h('p.soft', null, marked(finding.help)))));
}

function summary(rules) {
  if (!rules.total) return null;
  return h('p.soft.summary', null, `${count(rules.covered)} of ${count(rules.total)} outcomes of conditions have decided a request, since this text is used. At `, h('code', null, 'allow'), ': requests that the statement ',
    h('span.good', null, '✓'), ' let through and ', h('span.bad', null, '✗'), ' did not. Below it: how often a condition was true and false. The bar is green where there was both, brown where there was one of them, grey where nothing was asked.');
}

/**
 * What the margin of each line says: of a statement how many requests it let through and how many not, of other lines each of
 * their conditions.
 */
function margins(rules) {
  const lines = new Map();
  const at = (number) => lines.get(number) ?? lines.set(number, { yes: 0, no: 0, statements: [], conditions: [] }).get(number);
  for (const statement of rules.statements ?? []) {
    const margin = at(statement.line);
    margin.yes += statement.allowed;
    margin.no += statement.denied + statement.errors;
    margin.statements.push(statement);
  }
  for (const condition of rules.conditions ?? []) {
    const margin = at(condition.line);
    margin.conditions.push(condition);
    if (margin.statements.length) continue;
    margin.yes += condition.isTrue;
    margin.no += condition.isFalse;
  }
  return lines;
}

function marginText({ yes, no, statements }) {
  if (yes + no === 0) return h('span', null, statements.length ? 'never' : '–');
  if (statements.length) return [h('span.good', null, `✓${count(yes)}`), ' ', h('span.bad', null, `✗${count(no)}`)];
  return h('span.soft', null, `true ${count(yes)} false ${count(no)}`);
}

function listing(rules) {
  const lines = margins(rules);
  return h('ol.listing-of-rules', null, rules.source.split(/\r?\n/).map((text, index) => {
    const margin = lines.get(index + 1);
    const isKnown = margin && !rules.isBroken;
    const title = isKnown ? [...margin.statements.map((statement) => `let through ${statement.allowed}, denied ${statement.denied}, errors ${statement.errors}`), ...margin.conditions.map((condition) => `${condition.text}: true ${condition.isTrue} times, false ${condition.isFalse} times`)].join('\n') : null;
    return h(`li${isKnown ? (margin.yes + margin.no === 0 ? '.never' : margin.yes && margin.no ? '.both' : '.half') : ''}`, { 'data-line': index + 1 },
      h('span.margin', { title }, isKnown && marginText(margin)),
      h('span.number', null, index + 1), h('code', null, ...highlight(text)));
  }));
}

const words = /(\/\/.*$)|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|\b(service|match|allow|if|function|return|let|read|write|get|list|create|update|delete|true|false|null|in|is)\b/g;

function highlight(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(words)) {
    parts.push(text.slice(end, found.index));
    parts.push(h(found[1] ? 'span.remark' : found[2] ? 'span.string' : 'span.word', null, found[0]));
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== '');
}
