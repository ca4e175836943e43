import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Invalid } from '../../core/errors.ts';
import type { RateLimiter } from '../../domains/requests/rate-limits.ts';
import { recorded } from '../../domains/assistants/activity/recording.ts';
import { once } from '../../domains/requests/idempotency.ts';
import { unlessChanged } from '../../domains/requests/preconditions.ts';
import { behindWall } from '../../kit/context.ts';
import type { Actor, Context, Parts } from '../../kit/context.ts';
import { requireOpen } from '../../kit/operation.ts';
import type { Operation } from '../../kit/operation.ts';
import { mapped, streamRoute } from '../../kit/route.ts';
import type { Credential, Route } from '../../kit/route.ts';
import type { StreamEvent } from '../../kit/stream.ts';
import { admission, challenging } from './admission.ts';
import { authenticate, credentialOf, deviceNoteOf, userAgentOf } from './authentication.ts';
import { onCredentialEnd } from './streams/credential-ends.ts';
import { sendEvents } from './streams/event-stream.ts';
import { clientLeft, onLeave, stream } from './streams/answer-stream.ts';
import { fileOf, readBytes, sendBytes, sendDownload } from './answers/files.ts';
import type { Bytes, Download, File } from './answers/files.ts';
import type { Authenticator } from './authentication.ts';
import type { Deadlines } from './deadlines.ts';
import { currentTags, entityTag, jsonOf, names } from './request/entity-tag.ts';
import { inputOf, unknownParameters, withSources } from './request/input.ts';
import { readUpload } from './request/upload.ts';

export interface Door {
  parts: Parts;
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  deadlines: Deadlines;
  /** The time between two comments in an event stream. */
  heartbeatMs?: number | undefined;
  /** The public address, without a trailing slash. */
  site(): string;
}

interface Call {
  request_key?: string | undefined;
  signal?: AbortSignal;
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor;
}

interface Related {
  /** The route that reads the object that the mounted route changes. */
  reader: Route | undefined;
  /** True when a change answers with the record in the shape of its GET. */
  answersRecord: boolean;
}

/**
 * Mounts a route. For each request, checks the credential, collects the input, runs the operation
 * and sends the answer.
 */
export function mount(app: FastifyInstance, door: Door, route: Route, related: Related): void {
  const { reader } = related;
  const hasTag = route.method === 'GET' || related.answersRecord;
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    ...admission(door, route),
    // Reading an upload may take long, so it has no deadline.
    config: { deadline: 'own', takesFile: route.upload !== null },
    handler: (request, reply) =>
      challenging(door, { credential: route.credential, request, reply }, async () => {
        const actor = request.caller!;
        const unknown = unknownParameters(route, request);
        if (unknown !== null) reply.header('X-Unknown-Parameters', unknown);
        const call = { request, reply, actor };
        const requireCaller = () => authenticate(door.authenticator, request, route.credential);
        const whenRefused = (end: (reason: Error) => void) => {
          const check = () => void requireCaller().catch(end);
          const release = onCredentialEnd(door.parts.outbox, actor, check);
          if (reply.raw.closed) release();
          else reply.raw.once('close', release);
        };
        if (route.answer === 'bytes') {
          const read = async () =>
            readBytes(request, (await perform(door.parts, route, call)) as Bytes);
          return sendBytes(reply, await door.deadlines.within(read, { waits: true }));
        }
        if (route.answer === 'download') {
          const read = () => perform(door.parts, route, call);
          return sendDownload(
            call,
            (await door.deadlines.within(read, { waits: false })) as Download,
            whenRefused,
          );
        }
        if (route.answer === 'stream') {
          return await withForm(route, call, () =>
            stream(reply, door.deadlines, {
              start: (signal) => performStream(door.parts, route, { ...call, signal }),
              whenRefused,
            }),
          );
        }
        if (route.answer === 'events') {
          return await sendEvents(reply, door.deadlines, {
            start: (signal) => performStream(door.parts, route, { ...call, signal }),
            heartbeatMs: door.heartbeatMs,
            requireCaller,
            whenRefused,
          });
        }
        const work = () => performGuarded(door, route, reader, call);
        const waits = route.operation.waits ?? false;
        const json = await withForm(route, call, () => door.deadlines.within(work, { waits }));
        return route.status === 204 ? reply.code(204).send() : send(route, call, { json, hasTag });
      }),
  });
}

/** Runs `work` with the files of the form, and deletes all of them before the answer is sent. */
async function withForm<T>(route: Route, { request }: Call, work: () => Promise<T>): Promise<T> {
  const { upload } = route;
  await using form = upload && (await readUpload(request, { ...route, upload }));
  if (form) request.body = form.body;
  return await work();
}

/** Converts `/things/{id}` to Fastify's syntax. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Returns the answer of a route's operation to this request, which `admission` has let in. */
export async function answerRoute(
  door: Door,
  route: Route,
  request: FastifyRequest,
): Promise<unknown> {
  const actor = request.caller!;
  const work = () => perform(door.parts, route, { request, actor });
  return door.deadlines.within(work, { waits: route.operation.waits ?? false });
}

/** Runs an operation for the page that a browser opens. `input` comes from the request. */
export async function answerPage(
  door: Door,
  { operation, credential }: { operation: Operation; credential: Credential },
  request: FastifyRequest,
  input: unknown,
): Promise<unknown> {
  const actor = await authenticate(door.authenticator, request, credential);
  const work = () => operation(contextOf(door.parts, { request, actor }), input);
  return door.deadlines.within(work, { waits: operation.waits ?? false });
}

/** Returns the answer as JSON, after checking the conditions in the request's headers. */
async function performGuarded(
  { parts }: Door,
  route: Route,
  reader: Route | undefined,
  call: Call,
): Promise<string> {
  const { request, reply, actor } = call;
  const gone = route.operation.waits ? new AbortController() : null;
  if (gone) onLeave(reply, () => gone.abort(clientLeft()));
  const asked = { ...call, ...(gone && { signal: gone.signal }) };
  const work = async (db: Parts['db'], request_key?: string) =>
    render(route, call, await perform({ ...parts, db }, route, { ...asked, request_key }));
  const key = request.headers['idempotency-key'];
  // Reads need no idempotency key.
  const writes = route.method === 'POST' && route.operation.effect !== 'read';
  if (writes && key !== undefined && actor.kind !== 'nobody') {
    const { answer, repeated } = await once(
      contextOf(parts, call),
      {
        credential: credentialOf(request),
        key: checkedKey(key),
        request: { method: request.method, url: request.url, body: request.body ?? {} },
        waits: route.operation.waits ?? false,
      },
      work,
    );
    if (repeated) {
      await requireOpen(contextOf(parts, call), route.operation);
      reply.header('Idempotent-Replayed', 'true');
    }
    return answer;
  }
  const tags = request.headers['if-match'];
  if (reader && tags !== undefined && ['PATCH', 'PUT', 'DELETE'].includes(route.method)) {
    const params = request.params as Record<string, string>;
    const isUnchanged = async (context: Context) => {
      const current = await currentTags(reader, context, params);
      return current.some((tag) => names(tags, tag));
    };
    return unlessChanged(contextOf(parts, call), isUnchanged, work);
  }
  return work(parts.db);
}

type Asked = Pick<Call, 'request' | 'actor' | 'request_key' | 'signal'>;

async function perform(parts: Parts, route: Route, call: Asked): Promise<unknown> {
  const input = inputOf(route, call.request);
  try {
    const run = (context: Context) => route.operation(context, input);
    const context = contextOf(parts, call);
    return mapped(route, await recorded(context, route.operation, { given: input, run }));
  } catch (error) {
    throw error instanceof Invalid ? withSources(error, route) : error;
  }
}

async function* performStream(
  parts: Parts,
  route: Route,
  call: Asked,
): AsyncGenerator<StreamEvent, unknown> {
  const input = inputOf(route, call.request);
  const lastEvent = call.request.headers['last-event-id'];
  // A browser sends this header when it reconnects.
  if (route.answer === 'events' && lastEvent) input['cursor'] = lastEvent;
  try {
    return yield* streamRoute(route, contextOf(parts, call), input);
  } catch (error) {
    throw error instanceof Invalid ? withSources(error, route) : error;
  }
}

function contextOf(parts: Parts, { request, actor, request_key, signal }: Asked): Context {
  const device_note = deviceNoteOf(request);
  return behindWall({
    ...parts,
    actor,
    ip: request.ip,
    ...userAgentOf(request),
    ...(request_key && { request_key }),
    ...(signal && { signal }),
    ...(device_note && { device_note }),
  });
}

interface Page {
  next_cursor: string | null;
}

function render(route: Route, call: Call, answer: unknown): string {
  const next = (answer as Partial<Page> | null)?.next_cursor;
  if (typeof next === 'string') pointOnwards(call, next);
  return jsonOf(route, answer);
}

/** Adds two headers about the next page: the bare cursor, and the complete address. */
function pointOnwards({ request, reply }: Call, cursor: string): void {
  const next = new URL(request.url, 'http://here');
  next.searchParams.delete('offset');
  next.searchParams.set('cursor', cursor);
  reply.header('X-Next-Cursor', cursor);
  reply.header('Link', `<${next.pathname}${next.search}>; rel="next"`);
}

function send(
  { method, answer }: Route,
  { request, reply }: Call,
  { json, hasTag }: { json: string; hasTag: boolean },
): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (!hasTag) return reply.send(json);
  const tag = entityTag(json);
  if (method !== 'GET') return reply.header('ETag', tag).send(json);
  if (answer === 'file') json = fileOf(reply, JSON.parse(json) as File);
  reply.header('ETag', tag);
  return names(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(json);
}

function checkedKey(key: string | string[]): string {
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return key;
  throw new Invalid('Idempotency-Key must be one value of 1 to 255 characters.');
}
