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
  const choice = h('span', null);
  const edit = h('button.button', { type: 'button', onclick: () => begin() }, 'Edit');
  const element = h('section.view', null,
    h('div.head', null, h('h1', null, 'Rules'), h('span.soft.path'), h('span.gap'), choice, edit), body, trial);
  /** Of the Realtime Database; nothing: the rules are those of Firestore. */
  let instance = null;
  /** Whose rules are shown. */
  let subject = null;
  let rules = null;
  /** What is edited: its text and the version of the file that it was made of. Null: nothing. */
  let editing = null;
  let line = 0;
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
    } catch (problem) { fill(body, h('p.note.bad', null, problem.message)); }
  }

  function draw() {
    const path = element.querySelector('.path');
    path.textContent = fileName(rules.path ?? '');
    path.title = rules.path ?? '';
    edit.hidden = rules.origin === 'client' || rules.path === null || editing !== null;
    fill(body, notes(rules), findings(rules.findings), rules.source === undefined ? null : [summary(rules), listing(rules)]);
    const marked = body.querySelector(`[data-line="${line}"]`);
    if (marked) {
      marked.classList.add('marked');
      marked.scrollIntoView({ block: 'center' });
      line = 0;
    }
  }

  function begin() {
    edit.hidden = true;
    const problems = h('div', { role: 'status' });
    const text = h('textarea.editor', { 'aria-label': 'Text of the rules', spellcheck: 'false', rows: 30, onkeydown: indent });
    text.value = rules.source ?? '';
    editing = { text, etag: rules.etag, source: rules.source ?? '', saved: text.value };
    text.addEventListener('keydown', (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 's') { event.preventDefault(); save(problems); }
    });
    fill(body, problems, text, h('div.tools.after', null, h('button.button.main', { type: 'button', title: 'Ctrl S', onclick: () => save(problems) }, 'Save and use'),
      h('button.button', { type: 'button', onclick: async () => { if (await page.mayLeave()) end(); } }, 'Cancel')));
    text.focus();
    text.setSelectionRange(0, 0);
    text.scrollTop = 0;
  }

  async function save(problems) {
    const own = editing;
    try {
      const answer = await send('PUT', 'rules', parameters(), { source: withLineEnds(own.text.value, own.source), etag: own.etag });
      if (own !== editing) return;
      if (answer.isWritten) {
        toast(`${fileName(rules.path)} is saved and used`);
        end();
      } else fill(problems, h('p.note.bad', null, 'Not saved: the rules have errors.'), findings(answer.findings));
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

  const reload = new Reload(load, 500);
  return {
    element,
    keeps: (path, asked) => asked.get('instance') === instance,
    unsaved: () => (editing && editing.text.value !== editing.saved ? `What you have changed in ${fileName(rules.path)} is not saved.` : null),
    discard() { if (editing) editing.text.value = editing.saved; },
    update(path, asked) {
      line = Number(path[0]) || 0;
      instance = asked.get('instance');
      const now = JSON.stringify(parameters());
      if (now === subject) {
        if (rules && !editing && line) draw();
        return;
      }
      subject = now;
      editing = null;
      rules = null;
      fill(choice, page.rulesChoice(instance));
      fill(trial, instance ? realtimeTrial(page, instance) : rulesTrial(page));
      if (page.kept.isTrialAsked) {
        page.kept.isTrialAsked = false;
        trial.scrollIntoView();
      }
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

function findings(list) {
  return list.length > 0 && h('ul.findings', null, list.map((finding) => h('li', null,
    h(`span.tag${finding.severity === 'error' ? '.bad' : '.warn'}`, null, finding.code), ' ',
    finding.line && h('b', null, `line ${finding.line}:${finding.column} `), marked(finding.message), finding.help && h('p.soft', null, marked(finding.help)))));
}

function summary(rules) {
  if (!rules.total) return null;
  return h('p.soft.summary', null, `${count(rules.covered)} of ${count(rules.total)} outcomes of conditions have decided a request. `,
    h('span.good', null, '✓'), ' let through, ', h('span.bad', null, '✗'), ' did not.');
}

/** What the margin of each line says: of its statements, else of its conditions. */
function margins(rules) {
  const lines = new Map();
  const at = (number) => lines.get(number) ?? lines.set(number, { yes: 0, no: 0, any: false, conditions: [] }).get(number);
  for (const condition of rules.conditions ?? []) {
    const margin = at(condition.line);
    margin.any = true;
    margin.yes += condition.isTrue;
    margin.no += condition.isFalse;
    margin.conditions.push(condition);
  }
  return lines;
}

function listing(rules) {
  const lines = margins(rules);
  return h('ol.listing-of-rules', null, rules.source.split(/\r?\n/).map((text, index) => {
    const margin = lines.get(index + 1);
    const isKnown = margin && !rules.isBroken;
    const title = isKnown ? margin.conditions.map((condition) => `${condition.text}: true ${condition.isTrue} times, false ${condition.isFalse} times`).join('\n') : null;
    return h(`li${isKnown ? (margin.yes + margin.no === 0 ? '.never' : margin.yes && margin.no ? '.both' : '.half') : ''}`, { 'data-line': index + 1 },
      h('span.margin', { title }, isKnown && (margin.yes + margin.no === 0 ? h('span', null, 'never') : [h('span.good', null, `✓${count(margin.yes)}`), ' ', h('span.bad', null, `✗${count(margin.no)}`)])),
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
