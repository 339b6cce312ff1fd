// The requests that the page knows, and those of them that are to be seen.

const limit = 10_000;

export const filters = [
  { id: 'all', name: 'All', matches: () => true },
  { id: 'denied', name: 'Denied', matches: (row) => row.verdict === 'denied' },
  { id: 'missing', name: 'Missing index', matches: (row) => row.missing !== undefined || row.verdict === 'missing' },
  { id: 'expensive', name: 'Expensive', title: '100 billed reads and more', matches: (row) => (row.reads ?? 0) >= 100 },
  { id: 'listeners', name: 'Listeners', matches: (row) => row.word === 'listen' || row.word === 'sent' },
  { id: 'writes', name: 'Writes', matches: (row) => (row.writes ?? 0) + (row.deletes ?? 0) > 0 },
];

const text = (row) => [
  row.word, row.method, row.query ?? row.target, row.who, row.verdict, row.operation, row.test, row.reason, row.status,
  ...(row.indexes ?? []), ...(row.missing ?? []),
].join('\n').toLowerCase();

export class RequestStore {
  constructor() {
    /** Oldest first. */
    this.rows = [];
    this.shown = [];
    this.last = 0;
    /** Requests that came too fast to be sent one by one. */
    this.skipped = 0;
    this.filter = filters[0];
    this.words = [];
    /** Only requests of this user, and of this operation; null: of all. */
    this.user = null;
    this.operation = null;
    this.texts = new WeakMap();
    this.counts = new Map();
    this.listeners = new Set();
    /** The start of the emulator that the rows are of. Null: none was reached yet. */
    this.run = null;
    /** Older requests are on their way. */
    this.isReading = false;
  }

  get isFull() { return this.rows.length >= limit; }

  /** Learns how many rows were added to `shown`; less than none when they are others. */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  add(rows, skipped = 0) {
    const fresh = rows.filter((row) => row.n > this.last);
    if (!fresh.length && !skipped) return;
    this.skipped += skipped;
    if (fresh.length) this.last = fresh.at(-1).n;
    this.rows.push(...fresh);
    for (const row of fresh) this.count(row, 1);
    const visible = fresh.filter((row) => this.matches(row));
    this.shown.push(...visible);
    this.trim();
    this.tell(visible.length);
  }

  /** Rows that are older than those that are there. */
  prepend(rows) {
    const first = this.rows[0]?.n ?? Infinity;
    const older = rows.filter((row) => row.n < first).slice(-Math.max(0, limit - this.rows.length));
    if (!older.length) return;
    this.rows.unshift(...older);
    for (const row of older) this.count(row, 1);
    this.shown.unshift(...older.filter((row) => this.matches(row)));
    this.tell(-1, older);
  }

  // In larger pieces than one, since what is cut off at the front moves everything behind it.
  trim() {
    if (this.rows.length < limit * 1.1) return;
    const gone = this.rows.splice(0, this.rows.length - limit);
    for (const row of gone) this.count(row, -1);
    const first = this.rows[0].n;
    const kept = this.shown.findIndex((row) => row.n >= first);
    this.shown.splice(0, kept < 0 ? this.shown.length : kept);
  }

  count(row, change) {
    for (const filter of filters) {
      if (filter.matches(row)) this.counts.set(filter.id, (this.counts.get(filter.id) ?? 0) + change);
    }
  }

  matches(row) {
    if (!this.filter.matches(row)) return false;
    if (this.user !== null && row.who !== this.user) return false;
    if (this.operation !== null && row.operation !== this.operation) return false;
    if (!this.words.length) return true;
    let searched = this.texts.get(row);
    if (searched === undefined) this.texts.set(row, searched = text(row));
    return this.words.every((word) => searched.includes(word));
  }

  select({ filter, search, user, operation }) {
    this.filter = filters.find(({ id }) => id === filter) ?? filters[0];
    Object.assign(this, { user, operation });
    this.words = search.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = this.rows.filter((row) => this.matches(row));
    this.tell(-1);
  }

  /** What is shown is of another start of the emulator from now on. */
  begin(run, rows) {
    Object.assign(this, { run, rows: [], shown: [], last: 0, skipped: 0 });
    this.counts.clear();
    this.add(rows);
    this.tell(-1);
  }

  tell(added, older = []) {
    for (const listener of this.listeners) listener(added, older);
  }
}
