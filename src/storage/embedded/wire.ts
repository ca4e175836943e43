import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { joined } from './protocol.ts';
import type { WorkerReply, WorkerRequest } from './protocol.ts';

/**
 * Replaces the socket of the `pg` driver and connects it to the database thread. All statements of
 * one turn of the event loop go in one message, because a message costs more than most statements.
 */
export class WorkerWire extends Duplex {
  readonly #worker: Worker;
  /** Statements to send at the end of this turn. */
  #statements: Buffer[][] = [];

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    worker.on('message', (reply: WorkerReply) => {
      if (reply.type === 'answers') this.push(Buffer.from(reply.bytes.buffer));
    });
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send([chunk], done);
  }

  // The driver corks the socket for a whole extended query. The query must reach the worker in one
  // piece.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  #send(chunks: Buffer[], done: () => void): void {
    if (this.#statements.push(chunks) === 1) setImmediate(() => this.#flush());
    done();
  }

  #flush(): void {
    const statements = this.#statements;
    this.#statements = [];
    let end = 0;
    const ends = statements.map((chunks) => {
      for (const { length } of chunks) end += length;
      return end;
    });
    const bytes = joined(statements.flat());
    const request: WorkerRequest = { type: 'query', bytes, ends };
    this.#worker.postMessage(request, [bytes.buffer]);
  }

  // The methods of net.Socket that the driver calls.
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
