/** A store that speaks the part of the REST API of S3 that the service uses, for one bucket. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { faultOf } from './signature.ts';
import type { S3Credentials } from './signature.ts';

const MIN_PART_BYTES = 5 * 1024 * 1024;
const PAGE = 2;

export interface S3Request {
  /** The operation, as the API names it. */
  name: string;
  key: string;
  host: string;
}

/** The store breaks the connection, or answers with this error. */
export type S3Fault = 'cut' | 'cut after half' | { status: number; code: string };

interface StoredUpload {
  key: string;
  initiated: Date;
  parts: Map<number, Buffer>;
}

interface Exchange {
  request: S3Request;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export class S3Server implements AsyncDisposable {
  readonly bucket = 'my-bucket';
  readonly credentials: S3Credentials = {
    keyId: 'AKIATEST',
    secret: 'the/secret+of=the key',
    region: 'eu-test-1',
  };
  readonly objects = new Map<string, { body: Buffer; modified: Date }>();
  readonly uploads = new Map<string, StoredUpload>();
  readonly requests: S3Request[] = [];
  /** Returns the fault with which the store meets a request. */
  fault: (request: S3Request) => S3Fault | null | Promise<S3Fault | null> = () => null;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async start(): Promise<S3Server> {
    const store = new S3Server();
    // As a proxy, the store also reaches itself under names that no resolver knows.
    store.#server.on('connect', (_request, client) => {
      const own = connect(store.#port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        own.pipe(client).pipe(own);
      });
      for (const socket of [own, client]) socket.on('error', () => own.destroy());
    });
    await new Promise<void>((resolve) => store.#server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The settings with which the service reaches the store. */
  get environment(): Record<string, string> {
    return {
      AWS_ENDPOINT_URL_S3: this.url,
      AWS_REGION: this.credentials.region,
      AWS_ACCESS_KEY_ID: this.credentials.keyId,
      AWS_SECRET_ACCESS_KEY: this.credentials.secret,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { pathname, searchParams: query } = new URL(request.url!, 'http://store');
    const host = request.headers.host!;
    const isVirtual = host.startsWith(`${this.bucket}.`);
    const [bucket, ...rest] = decodeURIComponent(pathname).slice(1).split('/');
    const key = isVirtual ? [bucket, ...rest].join('/') : rest.join('/');
    const name = operationOf(request.method!, key, query);
    const described = { name, key, host };
    this.requests.push(described);
    const fault = await this.fault(described);
    if (fault === 'cut') return void request.socket.destroy();
    const refused = faultOf(request, body, this.credentials);
    let reply: Reply;
    if (fault !== null && fault !== 'cut after half') reply = refusal(fault.status, fault.code);
    else if (refused !== null) reply = refusal(refused.startsWith('Auth') ? 400 : 403, refused);
    else if (!isVirtual && bucket !== this.bucket) reply = refusal(404, 'NoSuchBucket');
    else reply = this.#answer({ request: described, query, headers: request.headers, body });
    const content = Buffer.from((reply.body ?? '') as string);
    const length = reply.headers?.['content-length'] ?? String(content.length);
    response.writeHead(reply.status, { ...reply.headers, 'content-length': length });
    if (fault !== 'cut after half') return void response.end(content);
    response.write(content.subarray(0, content.length / 2), () => request.socket.destroy());
  }

  #answer({ request: { name, key }, query, headers, body }: Exchange): Reply {
    const uploadId = query.get('uploadId') ?? '';
    const upload = this.uploads.get(uploadId);
    switch (name) {
      case 'PutObject':
        this.objects.set(key, { body, modified: new Date() });
        return { status: 200, headers: { etag: etagOf(body) } };
      case 'GetObject':
      case 'HeadObject':
        return this.#get(name, key, headers);
      case 'DeleteObject':
        this.objects.delete(key);
        return { status: 204 };
      case 'ListObjectsV2':
        return this.#list(query);
      case 'ListMultipartUploads':
        return xml('ListMultipartUploadsResult', [...this.uploads].map(uploadElement).join(''));
      case 'CreateMultipartUpload': {
        const id = `upload ${crypto.randomUUID()}/+`;
        this.uploads.set(id, { key, initiated: new Date(), parts: new Map() });
        return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
      }
      case 'UploadPart':
        if (upload?.key !== key) return refusal(404, 'NoSuchUpload');
        upload.parts.set(Number(query.get('partNumber')), body);
        return { status: 200, headers: { etag: etagOf(body) } };
      case 'CompleteMultipartUpload':
        if (upload?.key !== key) return refusal(404, 'NoSuchUpload');
        return this.#complete(uploadId, upload, body.toString());
      case 'AbortMultipartUpload':
        return this.uploads.delete(uploadId) ? { status: 204 } : refusal(404, 'NoSuchUpload');
      default:
        return refusal(501, 'NotImplemented');
    }
  }

  #get(name: string, key: string, headers: IncomingMessage['headers']): Reply {
    const object = this.objects.get(key);
    if (!object) return refusal(404, 'NoSuchKey');
    const { body } = object;
    const etag = etagOf(body);
    if (![undefined, etag].includes(headers['if-match'])) return refusal(412, 'PreconditionFailed');
    if (name === 'HeadObject')
      return { status: 200, headers: { etag, 'content-length': String(body.length) } };
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined) return { status: 200, headers: { etag }, body };
    const end = to === '' ? body.length : Number(to) + 1;
    return { status: 206, headers: { etag }, body: body.subarray(Number(from), end) };
  }

  #list(query: URLSearchParams): Reply {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const delimiter = query.get('delimiter');
    const isBelow = (key: string) => delimiter && key.slice(prefix.length).includes(delimiter);
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix) && !isBelow(key))
      .filter((key) => key > after)
      .toSorted();
    const page = keys.slice(0, PAGE).map((key) => {
      const { body, modified } = this.objects.get(key)!;
      const facts = `<Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified>`;
      return `<Contents>${facts}<ETag>&quot;x&quot;</ETag><Size>${body.length}</Size></Contents>`;
    });
    const next = `<NextContinuationToken>${keys[PAGE - 1]}</NextContinuationToken>`;
    return xml('ListBucketResult', page.join('') + (keys.length > PAGE ? next : ''));
  }

  #complete(id: string, { key, parts }: StoredUpload, wanted: string): Reply {
    const named = [...wanted.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)].map(
      ([, number, etag]) => ({ number: Number(number), etag, body: parts.get(Number(number)) }),
    );
    const isOrdered = named.every(({ number }, index) => number === index + 1);
    if (named.length === 0 || !isOrdered) return refusal(400, 'InvalidPartOrder');
    if (named.some(({ body, etag }) => !body || etagOf(body) !== etag))
      return refusal(400, 'InvalidPart');
    if (named.slice(0, -1).some(({ body }) => body!.length < MIN_PART_BYTES))
      return refusal(400, 'EntityTooSmall');
    this.uploads.delete(id);
    const body = Buffer.concat(named.map((part) => part.body!));
    this.objects.set(key, { body, modified: new Date() });
    return xml('CompleteMultipartUploadResult', `<Key>${key}</Key>`);
  }
}

function operationOf(method: string, key: string, query: URLSearchParams): string {
  if (query.has('uploads'))
    return method === 'POST' ? 'CreateMultipartUpload' : 'ListMultipartUploads';
  if (query.has('uploadId')) {
    const names: Record<string, string> = { PUT: 'UploadPart', POST: 'CompleteMultipartUpload' };
    return names[method] ?? 'AbortMultipartUpload';
  }
  if (key === '') return 'ListObjectsV2';
  return `${method[0]}${method.slice(1).toLowerCase()}Object`;
}

function uploadElement([id, { key, initiated }]: [string, StoredUpload]): string {
  const facts = `<Key>${key}</Key><UploadId>${id}</UploadId>`;
  return `<Upload>${facts}<Initiated>${initiated.toISOString()}</Initiated></Upload>`;
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function xml(name: string, content: string): Reply {
  const space = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ${space}>${content}</${name}>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

function refusal(status: number, code: string): Reply {
  const error = `<Error><Code>${code}</Code><Message>Text of the store.</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body: error };
}
