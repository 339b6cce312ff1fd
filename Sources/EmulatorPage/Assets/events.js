// What happens at the emulator, told to all tabs of the page over the connection of one of them: a browser keeps six
// connections to an address, and a stream of events takes one for itself.

import { eventsAddress } from './api.js';

const name = 'firebreak-events';

export class SharedEvents {
  /**
   * @param {(kind: 'requests' | 'pulse' | 'away', value: object) => void} tell
   * @param {() => {run: string | null, after: number}} seen what this tab knows
   */
  constructor(tell, seen) {
    Object.assign(this, { tell, seen });
    /** The connection, where it is this tab's. */
    this.source = null;
    this.isLeader = false;
    /** Which of its attempts to have the connection counts. Null: there was none yet. */
    this.turn = null;
    this.channel = new BroadcastChannel(name);
    this.channel.addEventListener('message', ({ data: { kind, value } }) => {
      if (kind === 'hidden') this.takeOver();
      else tell(kind, value);
    });
    // Browsers let tabs that nobody sees wait: one that is seen has the connection, if there is one.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.takeOver();
      else if (this.isLeader) this.channel.postMessage({ kind: 'hidden' });
    });
  }

  /** Waits until no other tab has the connection, and has it until this one is left or another one takes it. */
  async lead(options = {}) {
    this.turn?.abort();
    const turn = this.turn = new AbortController();
    try {
      await navigator.locks.request(name, options.steal ? options : { signal: turn.signal }, () => this.hold(turn));
    } catch { /* Another tab has it now, or this one waits in another way. */ }
    if (turn !== this.turn) return;
    this.close();
    this.lead();
  }

  hold(turn) {
    if (turn !== this.turn) return null;
    this.isLeader = true;
    this.open();
    return new Promise(() => {});
  }

  takeOver() {
    if (!document.hidden && !this.isLeader && this.turn) this.lead({ steal: true });
  }

  open() {
    const source = new EventSource(eventsAddress(this.seen()));
    this.source = source;
    for (const kind of ['requests', 'pulse']) source.addEventListener(kind, (event) => this.pass(kind, JSON.parse(event.data)));
    source.addEventListener('error', () => {
      if (source !== this.source) return;
      // Opened anew, so that it begins where the page has got to.
      source.close();
      this.pass('away', null);
      setTimeout(() => { if (source === this.source) this.open(); }, 1000);
    });
  }

  close() {
    this.isLeader = false;
    this.source?.close();
    this.source = null;
  }

  pass(kind, value) {
    this.tell(kind, value);
    this.channel.postMessage({ kind, value });
  }
}
