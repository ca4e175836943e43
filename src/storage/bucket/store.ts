/** Sends signed requests to an S3-compatible store. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { StartError } from '../../core/errors.ts';
import type { BucketSettings } from './settings.ts';
import { StoreRefusal, storeRefusal, unreachable } from './refusals.ts';
import { valueOf } from './xml.ts';

const TRIES = 5;
const FIRST_WAIT_MS = 500;
/** A part of 16 MiB needs an upload of 0.23 Mbit/s. */
const REQUEST_MS = 600_000;

export interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for requests about the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  signal?: AbortSignal | undefined;
  /** True when the caller reads the body of the answer for as long as it likes. */
  streams?: boolean;
}

export class BucketStore {
  readonly bucket: string;
  readonly #base: string;
  readonly #host: string;
  readonly #client: AwsClient;

  constructor(bucket: string, settings: BucketSettings) {
    this.bucket = bucket;
    const { s3Endpoint, s3Region, s3KeyId, s3Secret, s3SessionToken, s3PathStyle } = settings;
    const base = new URL(s3Endpoint ?? `https://s3.${s3Region}.amazonaws.com`);
    this.#host = base.host;
    const isPathStyle = s3PathStyle ? s3PathStyle === 'on' : s3Endpoint !== undefined;
    if (!isPathStyle) base.host = `${bucket}.${base.host}`;
    const path = base.pathname.replace(/\/+$/, '');
    this.#base = `${base.origin}${path}${isPathStyle ? `/${bucket}` : ''}`;
    this.#client = new AwsClient({
      service: 's3',
      region: s3Region,
      accessKeyId: s3KeyId!,
      secretAccessKey: s3Secret!,
      ...(s3SessionToken !== undefined && { sessionToken: s3SessionToken }),
    });
  }

  /** Repeats a request that the store did not answer, or could not answer for the moment. */
  async send(request: BucketRequest): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#sendOnce(request).catch((error: Error) => error);
      if (outcome instanceof Response) return outcome;
      request.signal?.throwIfAborted();
      const isPassing = !(outcome instanceof StoreRefusal) || outcome.isPassing;
      if (!isPassing || attempt === TRIES) throw this.#sentenceOf(outcome);
      await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal: request.signal });
    }
  }

  /** Reads the body of an answer as text. */
  async ask(request: BucketRequest): Promise<string> {
    return (await this.send(request)).text();
  }

  /** Reads the body of an answer as bytes. */
  async read(request: BucketRequest): Promise<Buffer> {
    return Buffer.from(await (await this.send(request)).arrayBuffer());
  }

  /** Yields an object piece by piece. Continues where the connection broke. */
  async open(key: string): Promise<{ bytes: number; chunks: AsyncGenerator<Uint8Array> }> {
    const first = await this.send({ method: 'GET', key, streams: true });
    const bytes = Number(first.headers.get('content-length'));
    return { bytes, chunks: this.#read(key, first, bytes) };
  }

  async *#read(key: string, first: Response, bytes: number): AsyncGenerator<Uint8Array> {
    const etag = first.headers.get('etag') ?? '';
    let answer = first;
    let offset = 0;
    for (let failures = 0; ;) {
      let cause = new Error('The answer ended early.');
      try {
        for await (const chunk of answer.body!) {
          offset += chunk.length;
          failures = 0;
          yield chunk;
        }
        if (offset === bytes) return;
      } catch (error) {
        cause = error as Error;
      }
      failures += 1;
      if (failures === TRIES) throw this.#sentenceOf(cause);
      const headers = { range: `bytes=${offset}-`, 'if-match': etag };
      answer = await this.send({ method: 'GET', key, headers, streams: true });
      if (answer.status !== 206) {
        throw new StartError(`The store at ${this.#host} cannot continue an interrupted download.`);
      }
    }
  }

  async #sendOnce(request: BucketRequest): Promise<Response> {
    const { method, key = '', query = {}, headers = {}, body, signal, streams } = request;
    const search = new URLSearchParams(query).toString();
    const path = key === '' ? '' : `/${key}`;
    const signals = [signal, streams ? undefined : AbortSignal.timeout(REQUEST_MS)];
    const signed = await this.#client.sign(`${this.#base}${path}${search && `?${search}`}`, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? '') },
      redirect: 'manual',
      signal: AbortSignal.any(signals.filter((each) => each !== undefined)),
      ...(body && { body }),
    });
    const answer = await fetch(signed);
    if (answer.ok && streams) return answer;
    const content = await answer.arrayBuffer();
    if (answer.ok) return new Response(content.byteLength > 0 ? content : null, answer);
    const code = valueOf(Buffer.from(content).toString(), 'Code');
    throw storeRefusal({ status: answer.status, code, host: this.#host, bucket: this.bucket });
  }

  #sentenceOf(error: Error): StartError {
    return error instanceof StartError ? error : unreachable(this.#host, error);
  }
}

function sha256(body: Uint8Array | string): string {
  return createHash('sha256').update(body).digest('hex');
}
