/**
 * Downloads one large file over unreliable networks: resumes after interruptions, and computes the
 * hash.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { get, type HttpAnswer, type DownloadNetwork } from './http-get.ts';
import { Interrupted } from './interrupted-error.ts';
import { ModelError } from '../model-error.ts';

export interface DownloadOptions extends DownloadNetwork {
  url: string;
  /** The path of the partial file; the data for resuming is stored next to it. */
  part: string;
  onProgress(bytes: number, total: number | null): void;
  signal: AbortSignal;
  /** The number of consecutive tries without new bytes. */
  tries?: number;
  pauseMs?(failures: number): number;
}

const TRIES = 6;

/** Resolves with the SHA-256 of the whole file, which is then at `part`. */
export async function download(options: DownloadOptions): Promise<string> {
  const { part, signal, tries = TRIES, pauseMs = defaultPause } = options;
  for (let failures = 0; ;) {
    const before = await sizeOf(part);
    try {
      return await fetchRest(options);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Interrupted)) throw error;
      failures = (await sizeOf(part)) > before ? 1 : failures + 1;
      if (failures >= tries) throw new ModelError(reasonOf(error, options.url));
      await wait(pauseMs(failures), undefined, { signal });
    }
  }
}

/** Errors of a machine without the internet, or without this part of it. */
const UNREACHABLE = /E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|NETUNREACH|HOSTUNREACH)\b/;

function reasonOf({ message }: Error, url: string): string {
  if (!UNREACHABLE.test(message)) return `The download fails: ${message}`;
  return (
    `This machine cannot reach ${new URL(url).host}. Download ${url} on another computer, and run ` +
    'here: commonplace models pull ID --from-file FILE'
  );
}

/** The source of a partial file. */
interface Origin {
  url: string;
  /** Identifies this version of the file, so that a resumed download does not mix two versions. */
  etag: string;
}

async function fetchRest(options: DownloadOptions): Promise<string> {
  const { url, part } = options;
  const etag = await etagOf(part, url);
  const held = etag ? await sizeOf(part) : 0;
  const headers: Record<string, string> =
    etag && held > 0 ? { range: `bytes=${held}-`, 'if-range': etag } : {};
  const answer = await get(url, headers, options);
  const { status } = answer;
  if (status === 206 && rangeStart(answer) === held) return store(answer, held, options);
  if (status === 200) {
    await remember(part, url, answer.headers.etag);
    return store(answer, 0, options);
  }
  answer.drop();
  // The server has another version or no further data. The download must start again.
  if (status === 206 || status === 416) {
    await deletePart(part);
    throw new Interrupted(`the server did not continue from byte ${held}`);
  }
  if (status === 408 || status === 429 || status >= 500) {
    throw new Interrupted(`the server answered ${status}`);
  }
  throw new ModelError(`${new URL(url).host} answered ${status} for ${url}`);
}

async function store(
  { headers, body }: HttpAnswer,
  from: number,
  { part, onProgress, signal }: DownloadOptions,
): Promise<string> {
  const length = Number(headers['content-length'] ?? Number.NaN);
  const total = Number.isNaN(length) ? null : from + length;
  const hash = from > 0 ? await hashOf(part) : createHash('sha256');
  await using file = await open(part, from > 0 ? 'a' : 'w');
  let bytes = from;
  onProgress(bytes, total);
  try {
    for await (const chunk of body) {
      signal.throwIfAborted();
      await writeAll(file, chunk);
      hash.update(chunk);
      bytes += chunk.length;
      onProgress(bytes, total);
    }
  } catch (error) {
    if (isOfTheDisk(error)) throw error;
    throw new Interrupted(`the connection broke after ${bytes} bytes`, { cause: error });
  } finally {
    await file.sync();
  }
  if (total !== null && bytes !== total)
    throw new Interrupted(`the response ended early, after ${bytes} bytes`);
  return hash.digest('hex');
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten;
}

function isOfTheDisk(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG'].includes(code);
}

async function hashOf(part: string): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(part)) hash.update(chunk as Uint8Array);
  return hash;
}

async function remember(part: string, url: string, etag: string | undefined): Promise<void> {
  // A weak tag does not guarantee the same bytes.
  if (!etag || etag.startsWith('W/')) return rm(originOf(part), { force: true });
  const origin: Origin = { url, etag };
  await writeFile(originOf(part), JSON.stringify(origin));
}

async function etagOf(part: string, url: string): Promise<string | null> {
  try {
    const origin = JSON.parse(await readFile(originOf(part), 'utf8')) as Origin;
    return origin.url === url ? origin.etag : null;
  } catch {
    return null;
  }
}

export async function deletePart(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(originOf(part), { force: true });
}

export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

function originOf(part: string): string {
  return `${part}.json`;
}

function rangeStart({ headers }: HttpAnswer): number {
  return Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN);
}

function defaultPause(failures: number): number {
  return Math.min(30_000, 500 * 2 ** failures);
}
