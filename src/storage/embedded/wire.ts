import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest } from './protocol.ts';

/** A socket look-alike for the `pg` driver, whose other end is the database's thread. */
export class WorkerWire extends Duplex {
  readonly #worker: Worker;

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

  // The driver corks a whole extended query; it must reach the worker in one piece.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  #send(chunks: Buffer[], done: () => void): void {
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#worker.postMessage({ type: 'query', bytes } satisfies WorkerRequest, [bytes.buffer]);
    done();
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
