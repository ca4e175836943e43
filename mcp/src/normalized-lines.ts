import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { normalized } from './lenient-message.ts';

/** Normalizes lines of JSON and passes them on. Other lines pass unchanged. */
export class NormalizedLines extends Transform {
  #begun = '';

  override _transform(data: Buffer, _encoding: string, done: TransformCallback): void {
    const lines = (this.#begun + this.#decoder.decode(data, { stream: true })).split('\n');
    this.#begun = lines.pop()!;
    for (const line of lines) this.push(`${normalizedLine(line)}\n`);
    done();
  }

  readonly #decoder = new TextDecoder();
}

function normalizedLine(line: string): string {
  try {
    return JSON.stringify(normalized(JSON.parse(line)));
  } catch {
    return line;
  }
}
