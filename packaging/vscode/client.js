// A client of the Language Server Protocol over the streams of a process. It knows nothing of the editor.
"use strict";

const { spawn } = require("child_process");

class LanguageClient {
  /**
   * @param {string} program
   * @param {string[]} args
   * @param {{log: (text: string) => void, ended: (reason: string) => void}} events
   */
  constructor(program, args, events) {
    this.open = new Map();
    this.handlers = new Map();
    this.next = 1;
    this.received = Buffer.alloc(0);
    this.hasEnded = false;
    this.events = events;
    this.process = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.process.on("error", (error) => this.end(error.message));
    this.process.on("exit", (code, signal) => this.end(signal ? `signal ${signal}` : `exit code ${code}`));
    this.process.stdin.on("error", () => {});
    this.process.stdout.on("data", (data) => this.receive(data));
    this.process.stderr.on("data", (data) => events.log(data.toString()));
  }

  /** What is done with a notification or a request of the server; what a handler returns is the answer. */
  on(method, handler) {
    this.handlers.set(method, handler);
  }

  /** @param {{onCancellationRequested: (listener: () => void) => {dispose(): void}}} [cancellation] */
  request(method, params, cancellation) {
    if (this.hasEnded) return Promise.reject(new Error("the server has ended"));
    const id = this.next++;
    const answer = new Promise((resolve, reject) => this.open.set(id, { resolve, reject }));
    const listener = cancellation?.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    this.send({ id, method, params });
    return answer.finally(() => listener?.dispose());
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /** Asks the server to end, and waits until it has. */
  async stop() {
    if (this.hasEnded) return;
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.isStopping = true;
    await this.request("shutdown").catch(() => {});
    this.notify("exit");
    await ended;
  }

  send(message) {
    if (this.hasEnded) return;
    const data = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${data.length}\r\n\r\n`);
    this.process.stdin.write(data);
  }

  receive(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const headers = this.received.indexOf("\r\n\r\n");
      if (headers < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.received.subarray(0, headers).toString());
      const end = headers + 4 + Number(length ? length[1] : 0);
      if (this.received.length < end) return;
      const content = this.received.subarray(headers + 4, end).toString();
      this.received = this.received.subarray(end);
      this.take(JSON.parse(content));
    }
  }

  async take(message) {
    if (!message.method) {
      const waiting = this.open.get(message.id);
      this.open.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
      return;
    }
    const handler = this.handlers.get(message.method);
    if (message.id === undefined) return handler?.(message.params);
    try {
      this.send({ id: message.id, result: (await handler?.(message.params)) ?? null });
    } catch (error) {
      this.send({ id: message.id, error: { code: -32603, message: String(error) } });
    }
  }

  end(reason) {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const { reject } of this.open.values()) reject(new Error(reason));
    this.open.clear();
    if (!this.isStopping) this.events.ended(reason);
  }
}

module.exports = { LanguageClient };
