/** Rows as lines of JSON. */
import { UnfitFile } from '../../core/errors.ts';

/** A conversation of many hours with all its words is one line, and so is a recording of a voice. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

export interface Line {
  text: string;
  number: number;
}

/** Yields the lines of a text in UTF-8. An empty last line does not count. */
export async function* linesOf(
  name: string,
  content: AsyncIterable<Buffer>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let number = 0;
  let rest: Buffer[] = [];
  let waiting = 0;
  const lineOf = (bytes: Buffer): Line => {
    number += 1;
    try {
      return { text: decoder.decode(bytes), number };
    } catch (cause) {
      throw new UnfitFile(`${name}, line ${number}: this is not UTF-8.`, { cause });
    }
  };
  for await (const chunk of content) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(10, from);
      if (end < 0) break;
      const bytes = Buffer.concat([...rest, chunk.subarray(from, end)]);
      rest = [];
      waiting = 0;
      yield lineOf(bytes);
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
    waiting += chunk.length - from;
    if (waiting > maxBytes) {
      throw new UnfitFile(`${name}, line ${number + 1} is longer than ${maxBytes} bytes.`);
    }
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield lineOf(last);
}

/** Yields the lines in batches of at most `rows` lines, and of some more than `bytes` bytes. */
export async function* linesInBatches<Each>(
  lines: AsyncIterable<Each> | Iterable<Each>,
  sizeOf: (line: Each) => number,
  { rows, bytes }: { rows: number; bytes: number },
): AsyncGenerator<Each[]> {
  let batch: Each[] = [];
  let size = 0;
  for await (const line of lines) {
    batch.push(line);
    size += sizeOf(line);
    if (batch.length < rows && size < bytes) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Stores a batch as a whole. If the database refuses it, stores each line, and names those that the
 * database refuses.
 */
export async function storeOrRefuse<Each>(
  batch: readonly Each[],
  store: (batch: readonly Each[]) => Promise<void>,
  refuse: (line: Each) => void,
): Promise<void> {
  try {
    await store(batch);
  } catch (error) {
    // Classes 22, 23 and 54: the data is at fault, and not the database.
    if (!/^(22|23|54)/.test((error as { code?: string }).code ?? '')) throw error;
    if (batch.length === 1) return refuse(batch[0]!);
    for (const line of batch) await storeOrRefuse([line], store, refuse);
  }
}
