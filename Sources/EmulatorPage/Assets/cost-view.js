// What the session has cost: sums, a chart by the minute, who and what, and a month like this.

import { get, getText, send } from './api.js';
import { bytes, clock, count, counted, duration, money } from './format.js';
import { fill, h, toast, Reload } from './dom.js';
import { redraw } from './redraw.js';
import { stacked } from './tables.js';
import { agreed } from './unsaved.js';

export function costView(page) {
  const body = h('div', null);
  /** What a workload that was made says of itself. */
  const made = h('div', { role: 'status' });
  const place = h('select', { 'aria-label': 'Location of the prices', onchange: () => load(place.value) });
  const element = h('section.view', null,
    h('div.head', null, h('h1', null, 'Cost'), h('span.soft', { id: 'since' }), h('span.gap'), h('label.soft', null, 'Prices of ', place),
      h('a.button', { href: `/firebreak/v1/workload?${new URLSearchParams({ database: page.database })}`, download: 'session.workload.yaml', title: 'What was asked, as a file that firebreak run plays', onclick: download }, 'Make a workload'),
      h('button.button', { type: 'button', onclick: reset }, 'Reset')), made, body);
  let location = localStorage.getItem('location');
  let shownAt = -1;
  let shownMeter = null;
  /** What the chart is about. */
  let unit = localStorage.getItem('chart');
  if (!Object.hasOwn(charts, unit)) unit = 'operations';

  /** By hand, so that a refusal is read and no file is made of it. */
  async function download(event) {
    event.preventDefault();
    try {
      const text = await getText('workload', { database: page.database });
      const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
      h('a', { href: url, download: 'session.workload.yaml' }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      fill(made, madePart(text));
    } catch (problem) { fill(made, h('p.note.bad', null, problem.message)); }
  }

  async function reset() {
    const isMeant = await agreed({
      title: 'Count anew?', text: 'Every sum of this session is forgotten: of operations, users, minutes and tests. The list of requests stays.',
      yes: 'Count anew', no: 'Keep counting',
    });
    if (!isMeant) return;
    try {
      await send('DELETE', 'ledger');
      toast('Counting begins anew');
      await load();
    } catch (problem) { toast(problem.message); }
  }

  async function load(chosen = location) {
    if (chosen !== location) localStorage.setItem('location', chosen);
    location = chosen;
    try {
      draw(await get('meter', { location }));
    } catch (problem) {
      // A place that was chosen once may be none of this emulator.
      if (location !== null && shownMeter === null) {
        localStorage.removeItem('location');
        location = null;
        await load();
      } else redraw(body, h('p.note.bad', null, problem.message));
    }
  }

  function draw(meter) {
    shownMeter = meter;
    const { prices } = meter;
    const names = prices.locations.includes(prices.location) ? prices.locations : [prices.location, ...prices.locations].filter(Boolean);
    const lacking = new Set(prices.incomplete);
    redraw(place, names.map((name) => h('option', { value: name, key: name }, lacking.has(name) ? `${name} (without all prices)` : name)));
    place.value = prices.location ?? '';
    const seconds = (Date.parse(meter.now) - Date.parse(meter.since)) / 1000;
    element.querySelector('#since').textContent = `since ${clock(meter.since)} UTC, ${duration(seconds)}`;
    redraw(body, tiles(meter), chart(meter, unit, choose), ranking('By operation', meter.operations, page, 'operation'), ranking('By user', meter.callers, page, 'user'), month(meter));
  }

  function choose(chosen) {
    unit = chosen;
    localStorage.setItem('chart', unit);
    draw(shownMeter);
  }

  const reload = new Reload(() => load(), 400);
  load();
  return {
    element,
    update() {},
    pulse(pulse) {
      // What is shown changes with requests alone; not more often than somebody can read.
      if (pulse.last === shownAt) return;
      shownAt = pulse.last;
      reload.ask();
    },
    leave() { reload.cancel(); },
  };
}

function tiles({ total, month }) {
  const rules = total.ruleReads ? `${count(total.ruleReads)} of them by rules` : 'none by rules';
  const facts = [
    ['Reads', count(total.reads), rules], ['Writes', count(total.writes), `${count(total.deletes)} deletes`],
    ['Sent', bytes(total.bytes + total.realtimeBytes), `${count(total.requests)} requests`],
    ['Listeners', count(total.listeners), total.restarted ? `${count(total.restarted)} began anew, ${counted(total.reissued, 'read')}` : 'none began anew'],
    ['So far', ...priced(money(total.cost), total, 'by the price list alone')],
    ['A month like this', ...priced(month.amount, month, 'every day like this session, free quota taken off')],
  ];
  return h('dl.tiles', null, facts.map(([name, figure, more]) => h('div', null, h('dt', null, name), h('dd.big', null, figure), h('dd.soft', null, more))));
}

/** A sum of money; where a price is missing, the part that is known, and what is missing. */
function priced(amount, { known, unpriced }, remark) {
  if (amount !== null && amount !== undefined) return [amount, remark];
  const lacking = `no price for ${unpriced.map((part) => names[part].toLowerCase()).join(', ')} at this location: a price list of your own can have it`;
  return [Number(known.replace(/[^0-9.]/g, '')) > 0 ? `${money(known)} and more` : 'no price', lacking];
}

/** What the file of a workload says that it does not have, beside how it is used. */
function madePart(text) {
  const remarks = text.split('\n').filter((line) => line.startsWith('# ') && !line.includes('yaml-language-server')).map((line) => line.slice(2));
  return [h('p.note.good', null, h('b', null, 'session.workload.yaml '), 'is downloaded. Put it into the folder firebreak of the project, and play it with ', h('code', null, 'firebreak run'), '.'),
    remarks.length > 0 && h('p.note.warn', null, remarks.join(' '))];
}

const ofMoney = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** What the chart can show: of each minute the parts of its bar, and how a figure is written. */
const charts = {
  operations: {
    name: 'Reads and writes', text: count,
    series: [
      ['reads', 's1', (minute) => minute.reads - minute.ruleReads], ['reads by rules', 's2', (minute) => minute.ruleReads],
      ['writes and deletes', 's3', (minute) => minute.writes + minute.deletes],
    ],
  },
  bytes: {
    name: 'Bytes', text: bytes,
    series: [['sent by Firestore', 's1', (minute) => minute.bytes], ['by the Realtime Database', 's2', (minute) => minute.realtimeBytes]],
  },
  money: {
    name: 'Money', text: (value, currency) => (currency === 'USD' ? `$${ofMoney.format(value)}` : `${ofMoney.format(value)} ${currency}`),
    series: [['reads, writes and deletes by the price list', 's1', (minute) => minute.amount ?? 0]],
  },
};

/** Minutes that a chart shows at most, and at least. */
const [mostMinutes, fewestMinutes] = [60, 10];

/** From the beginning on, the last hour at most; a bar a minute; minutes in which nothing was asked are empty. */
function chart(meter, unit, choose) {
  const { name, series, text } = charts[unit];
  const tell = (value) => text(value, meter.prices.currency);
  const end = Math.floor(Date.parse(meter.now) / 60000);
  const known = new Map(meter.minutes.map((minute) => [Math.floor(Date.parse(minute.time) / 60000), series.map(([, , part]) => part(minute))]));
  const length = Math.min(mostMinutes, Math.max(fewestMinutes, end - Math.floor(Date.parse(meter.since) / 60000) + 1));
  const step = 960 / length;
  const minutes = Array.from({ length }, (_, index) => known.get(end - length + 1 + index) ?? series.map(() => 0));
  const highest = Math.max(...minutes.map((parts) => parts.reduce((total, part) => total + part, 0)));
  const width = 960;
  const height = 130;
  const hour = (index) => clock(new Date((end - length + 1 + index) * 60000).toISOString()).slice(0, 5);
  const bars = minutes.map((parts, index) => {
    let top = height;
    const title = `${hour(index)}: ${series.map(([of], part) => `${tell(parts[part])} ${of}`).join(', ')}`;
    return h('g', null, h('title', null, title), h('rect.hit', { x: index * step, y: 0, width: step, height }),
      parts.map((part, place) => {
        const size = highest > 0 ? (part / highest) * (height - 6) : 0;
        top -= size;
        return size > 0 && h(`rect.${series[place][1]}`, { x: index * step + step / 8, y: top, width: step * 0.75, height: Math.max(1, size) });
      }));
  });
  const isUnpriced = unit === 'money' && meter.minutes.some((minute) => minute.amount === null);
  return h('figure.chart', null,
    h('figcaption', null, 'By the minute (UTC)', isUnpriced && h('span.soft', null, ' no price at this location'),
      h('span.legend', null, series.map(([of, style]) => h('span', null, h(`i.${style}`), of))),
      h('span.chips', { role: 'group', 'aria-label': 'What the chart shows' }, Object.entries(charts).map(([id, known]) => h('button.button', { type: 'button', 'data-unit': id, 'aria-pressed': String(id === unit), onclick: () => choose(id) }, known.name)))),
    h('div.plot', null,
      h('div.heights.soft', { 'aria-hidden': 'true' }, highest > 0 && [1, 0.5, 0].map((part) => h('span', null, part === 0.5 && unit !== 'money' && highest < 2 ? '' : tell(highest * part)))),
      h('svg', { viewBox: `0 0 ${width} ${height + 18}`, role: 'img', 'aria-label': `${name} by the minute, ${length} minutes, at most ${tell(highest)}`, preserveAspectRatio: 'none' },
        h('line.axis', { x1: 0, x2: width, y1: height, y2: height }), bars)),
    h('p.scale.soft', null, h('span', null, hour(0)), h('span', null, hour(length - 1))));
}

/** What comes when there are too many names is summed up under this one. */
const others = '(others)';

/** Of a price as it is written. */
const amount = (text) => Number((text ?? '').replace(/[^0-9.]/g, '')) || 0;

/** @param {'operation' | 'user'} kind of the names */
function ranking(title, rows, page, kind) {
  if (!rows.length) return null;
  const most = Math.max(1, ...rows.map((row) => row.reads));
  const dearest = [...rows].sort((one, other) => amount(other.cost) - amount(one.cost) || other.reads - one.reads);
  return h('section.part', { key: title }, h('h2', null, title), h('div.scroll', null, stacked(h('table', null,
    h('thead', null, h('tr', null, ['Name', '', 'Reads', 'by rules', 'Writes', 'Deletes', 'Sent', 'Requests', 'Denied', 'Cost'].map((name, index) => h(index > 1 ? 'th.num' : index === 1 ? 'th.share' : 'th', { scope: 'col' }, name)))),
    h('tbody', null, dearest.map((row) => h('tr', { key: row.name },
      h('td', null, row.name === others ? row.name : h('a', { href: page.link('requests', { [kind]: row.name }) }, row.name), row.query && h('p.mono.soft', null, h('a.plain', { href: page.link('query', { q: row.query }), title: 'Open in Query' }, row.query))),
      h('td.share', null, row.reads > 0 && h('i', { style: { width: `${(row.reads / most) * 100}%` } })),
      [row.reads, row.ruleReads, row.writes, row.deletes].map((figure) => h('td.num', null, count(figure))),
      h('td.num', null, bytes((row.bytes ?? 0) + (row.realtimeBytes ?? 0))),
      [row.requests, row.denied].map((figure) => h('td.num', null, count(figure))),
      h('td.num', null, money(row.cost) ?? ''))))))));
}

const names = {
  reads: 'Reads', writes: 'Writes', deletes: 'Deletes', ttlDeletes: 'Deletes by time to live', egress: 'Sent', storage: 'Stored',
  rtdbDownload: 'Sent by the Realtime Database', rtdbStorage: 'Stored in the Realtime Database',
};

const ofBytes = new Set(['egress', 'storage', 'rtdbDownload', 'rtdbStorage']);

/** Exact numbers are long: with their unit, or with commas. */
function quantity(part, text) {
  const number = Number.parseFloat(text);
  if (!Number.isFinite(number)) return text;
  return ofBytes.has(part) ? bytes(number) : count(number);
}

function month({ month, prices }) {
  if (!month.lines.length) return null;
  return h('section.part', null, h('h2', null, 'A month in which every day is like this session'),
    h('div.scroll', null, stacked(h('table', null,
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Part'), h('th.num', { scope: 'col' }, 'A month'), h('th.num', { scope: 'col' }, 'Billed'), h('th.num', { scope: 'col' }, 'Amount'))),
      h('tbody', null, month.lines.map((line) => h('tr', null, h('td', null, names[line.part] ?? line.part), h('td.num', null, quantity(line.part, line.quantity)), h('td.num', null, quantity(line.part, line.billed)), h('td.num', null, line.amount ?? 'no price'))))))),
    h('p.soft', null, `Price list ${prices.book}${prices.asOf ? ` of ${prices.asOf}` : ''}, ${prices.location ?? 'without a location'}.`));
}
