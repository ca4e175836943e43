import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { mended } from './mended.ts';

/** Passes lines of JSON on, mended; what is no JSON goes on as it came. */
export class MendedLines extends Transform {
  #begun = '';

  override _transform(data: Buffer, _encoding: string, done: TransformCallback): void {
    const lines = (this.#begun + this.#decoder.decode(data, { stream: true })).split('\n');
    this.#begun = lines.pop()!;
    for (const line of lines) this.push(`${mendedLine(line)}\n`);
    done();
  }

  readonly #decoder = new TextDecoder();
}

function mendedLine(line: string): string {
  try {
    return JSON.stringify(mended(JSON.parse(line)));
  } catch {
    return line;
  }
}
