import { Agent, createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json } from '../clients/api-user.ts';

/** Pages for people and operators, which are not part of the documented API. */
const UNDOCUMENTED =
  /^\/(?!v\d|mcp)|^\/(v4\/listen|v1\/dev\/openapi\.json|v1\/auth\/oidc\/callback|\.well-known)/;
/** A page for browsers, at the address of a route with another method. */
const START_PAGE = '/v1/auth/oidc/start';

/** A cache for the OpenAPI document. `through` may avoid that a service makes the document. */
export interface DocumentCache {
  document?: Promise<Documented>;
  through?: (load: () => Promise<Json>) => Promise<Json>;
}

export interface ConformanceProxy extends AsyncDisposable {
  url: string;
}

/**
 * Opens a proxy that only passes answers that match the OpenAPI document: the status must be
 * documented, and the body must match its schema. The proxy replaces any other answer with a 599
 * that describes the problem, so every test over HTTP also tests the document. Services with the
 * same document may share `cache`, because reading the document takes longer than most tests.
 */
export async function openConformanceProxy(
  target: string,
  cache: DocumentCache = {},
): Promise<ConformanceProxy> {
  const { hostname, port } = new URL(target);
  const load = async () => (await fetch(new URL('/v1/dev/openapi.json', target))).json();
  const judge = openJudge(load, cache);
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const upstream = httpRequest(
      {
        agent,
        hostname,
        port,
        method: request.method,
        path: request.url,
        headers: request.headers,
      },
      (answer) => {
        pass(request, answer, response, judge).catch((error: Error) => {
          response.writeHead(599).end(JSON.stringify({ detail: String(error) }));
        });
      },
    );
    upstream.on('error', () => response.destroy());
    response.on('close', () => response.writableFinished || upstream.destroy());
    request.pipe(upstream);
  });
  // Idle connections are never closed, because a request fails if it is sent while its connection
  // closes.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const upstream = connect(Number(port), hostname, () => {
      const headers = pairs(request.rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

type Judge = (
  method: string,
  path: string,
  answer: { status: number; type: string; body: string },
) => Promise<string | null>;

async function pass(
  request: IncomingMessage,
  answer: IncomingMessage,
  response: ServerResponse,
  judge: Judge,
): Promise<void> {
  // A stream may never end, so its content is not collected.
  if (answer.headers['content-type']?.startsWith('text/event-stream')) {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.on('error', () => response.destroy());
    answer.pipe(response);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const path = request.url!.split('?')[0]!;
  const isPage = request.method === 'GET' && path === START_PAGE;
  const complaint =
    isPage || UNDOCUMENTED.test(path)
      ? null
      : await judge(request.method!, path, {
          status: answer.statusCode!,
          type: answer.headers['content-type'] ?? '',
          body: decompressed(body, answer.headers['content-encoding']).toString('utf8'),
        });
  if (complaint === null) {
    response.writeHead(answer.statusCode!, answer.headers).end(body);
    return;
  }
  const detail = `Not as documented: ${request.method} ${path} → ${answer.statusCode}: ${complaint}`;
  response.writeHead(599, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
}

function decompressed(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

function openJudge(load: () => Promise<Json>, cache: DocumentCache): Judge {
  return async (method, path, { status, type, body }) => {
    const documented = await (cache.document ??= (cache.through?.(load) ?? load()).then(
      readDocument,
    ));
    const found = documented.find(method === 'HEAD' ? 'GET' : method, path);
    // 405 means that the path exists for other methods.
    if (!found) return status === 404 || status === 405 ? null : 'it is not in the document';
    const response = found.operation.responses[status];
    if (!response) return `the status is not in the document: ${body.slice(0, 300)}`;
    if (status === 204 || status === 304 || method === 'HEAD') {
      return body === '' ? null : 'there is a body';
    }
    const validate = documented.validator(found.pointer, status, response);
    if (!validate) return null;
    if (!type.startsWith('application/json')) return `the content type is ${type}`;
    return validate(JSON.parse(body)) ? null : documented.complaints(validate);
  };
}

interface Documented {
  find(method: string, path: string): { operation: Json; pointer: string } | undefined;
  validator(pointer: string, status: number, response: Json): ValidateFunction | null;
  complaints(validate: ValidateFunction): string;
}

function readDocument(document: Json): Documented {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const templates = Object.keys(document.paths)
    // The path with the fewest parameters wins, as in the router.
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }));
  const validators = new Map<string, ValidateFunction>();
  return {
    find(method, path) {
      const verb = method.toLowerCase();
      const match = templates.find(
        (each) => each.pattern.test(path) && document.paths[each.path][verb],
      );
      if (!match) return undefined;
      const pointer = `/paths/${escape(match.path)}/${verb}`;
      return { operation: document.paths[match.path][verb], pointer };
    },
    validator(pointer, status, response) {
      const shared = response.$ref?.slice(1) as string | undefined;
      const place = shared ?? `${pointer}/responses/${status}`;
      const { content } = shared
        ? document.components.responses[shared.split('/').at(-1)!]
        : response;
      if (!content?.['application/json']) return null;
      const $ref = `document#${place}/content/application~1json/schema`;
      const made = validators.get($ref) ?? ajv.compile({ $ref });
      validators.set($ref, made);
      return made;
    },
    complaints: ({ errors }) => ajv.errorsText(errors ?? []),
  };
}

function escape(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[index * 2]!,
    raw[index * 2 + 1]!,
  ]);
}
