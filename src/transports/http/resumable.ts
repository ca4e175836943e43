/** Resumable uploads by the tus 1.0 protocol, with the library of that project. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { ERRORS, Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Unrecognised } from '../../core/errors.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import { accountDeleted } from '../../domains/accounts/accounts.ts';
import { RecordingFacts } from '../../domains/late-words/uploads.ts';
import type { uploadOperations } from '../../domains/late-words/uploads.ts';
import { UPLOAD_PATH } from '../../domains/late-words/uploads.http.ts';
import { behindWall } from '../../kit/context.ts';
import { begunAt } from '../../kit/external/record.ts';
import type { Actor } from '../../kit/context.ts';
import { authenticateListener } from './authentication.ts';
import { failureOf } from './errors.ts';
import { swallow } from './request/leftover-body.ts';
import { SharedUploads } from './request/shared-uploads.ts';
import { UploadStore } from './request/upload-store.ts';
import type { Upload, Uploads } from './request/upload-store.ts';
import type { Door } from './route-mounting.ts';

const TIDY_MS = 3_600_000;
const METADATA = ['filename', ...Object.keys(RecordingFacts.shape)];

interface Resumable {
  /** The folder for unfinished uploads. */
  folder: string;
  /** The origins of web pages that may use the API. */
  allowedOrigins: readonly string[];
  uploads: Pick<ReturnType<typeof uploadOperations>, 'take' | 'quotas'>;
}

/** Handles tus requests to the upload address; all other requests pass through. */
export async function mountResumable(
  app: FastifyInstance,
  door: Door,
  { folder, allowedOrigins, uploads: { take, quotas } }: Resumable,
): Promise<Periodic> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { waiting } = door.parts;
  const datastore: Uploads = waiting
    ? new SharedUploads(waiting.uploads, folder)
    : new UploadStore(folder);
  // The library's constructor also creates the folder, but nothing awaits this, so a failure there
  // would end the process.
  await mkdir(folder, { recursive: true });
  const actors = new WeakMap<object, Actor>();
  const userOf = (request: TusRequest) => {
    const actor = actors.get(request.runtime!.node!.req)!;
    return 'user_id' in actor ? actor.user_id : '';
  };
  /** Refuses a piece for which the disk has too little space, before its body arrives. */
  const requireRoom = (request: TusRequest, upload: Upload) =>
    datastore.requireRoom(upload, Number(request.headers.get('content-length') ?? 0));
  const server = new Server({
    path: UPLOAD_PATH,
    datastore,
    maxSize: datastore.maxBytes,
    namingFunction: () => randomUUID(),
    relativeLocation: true,
    allowedOrigins: (origin) => allowedOrigins.includes(origin),
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      const upload = await datastore.getUpload(id).catch((error: unknown) => {
        if (error === ERRORS.FILE_NOT_FOUND || error === ERRORS.FILE_NO_LONGER_EXISTS) return null;
        throw error;
      });
      if (!upload || upload.metadata?.['user_id'] !== userOf(request)) {
        throw refusal(404, 'Upload not found');
      }
      if (request.method === 'PATCH') await requireRoom(request, upload);
    },
    async onUploadCreate(request, { metadata = {} }) {
      const { started_at } = factsOf(metadata);
      // The whole file is not needed to refuse it.
      if (started_at) begunAt('started_at', started_at, door.parts.clock.now());
      const actor = actors.get(request.runtime!.node!.req)!;
      // A finished upload is accepted even if the quota was reached in the meantime.
      await quotas.requireListening(behindWall({ ...door.parts, actor, ip: null }));
      return { metadata: { ...metadata, user_id: userOf(request), conversation_id: null } };
    },
    async onUploadFinish(request, upload) {
      const { id, metadata = {} } = upload;
      const answer = (conversation: string) => ({
        headers: { 'X-Svc-Conversation-Id': conversation },
      });
      if (metadata['conversation_id']) return answer(metadata['conversation_id']);
      const actor = actors.get(request.runtime!.node!.req)!;
      const context = behindWall({ ...door.parts, actor, ip: null });
      // The upload is kept until its recording is stored, so that a client can try again.
      const path = await datastore.wholeOf(upload);
      const facts = { client_session_id: `upload ${id}`, ...factsOf(metadata) };
      const file = { path, name: metadata['filename'] ?? '' };
      try {
        const work = () => take(context, file, facts);
        const { conversation_id } = await door.deadlines.within(work, { waits: true });
        await datastore.settle(upload, conversation_id);
        return answer(conversation_id);
      } catch (error) {
        // No other try can make a recording of this file.
        if (error instanceof Unrecognised) await datastore.remove(id);
        throw error;
      }
    },
    async onResponseError(request, error) {
      const { req, res } = request.runtime!.node!;
      const response = res!;
      // The library closes the connection after an error.
      if (!req.complete) await swallow(req as IncomingMessage);
      if (!('status_code' in error)) {
        const { status, message, retryAfterSeconds } = failureOf(error);
        if (retryAfterSeconds !== null) response.setHeader('Retry-After', retryAfterSeconds);
        if (status === 500) door.parts.log.error({ err: error }, 'an upload failed');
        return refusal(status, message);
      }
      return error.body.startsWith('{')
        ? error
        : refusal(error.status_code, error.body.trim() || 'The upload cannot continue.');
    },
  });

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const isOurs = request.url.startsWith(UPLOAD_PATH) && 'tus-resumable' in request.headers;
    if (!isOurs) return;
    const actor = await authenticateListener(door.authenticator, request);
    actors.set(request.raw, actor);
    reply.hijack();
    await server.handle(request.raw, reply.raw);
  });

  const unsubscribe = door.parts.outbox.subscribe(accountDeleted, ({ user_id }) => {
    datastore
      .forget(user_id)
      .catch((err: unknown) =>
        door.parts.log.error({ err }, 'an upload of a deleted account is left'),
      );
  });
  app.addHook('onClose', async () => unsubscribe());
  return startPeriodic({
    name: 'retention of unfinished uploads',
    everyMs: TIDY_MS,
    log: door.parts.log,
    run: () => server.cleanUpExpiredUploads(),
  });
}

type TusRequest = Parameters<NonNullable<Server['options']['onIncomingRequest']>>[0];

/** Throws an error that describes the invalid metadata. */
function factsOf(metadata: Record<string, string | null>): RecordingFacts {
  const known = METADATA.flatMap((name) => (metadata[name] ? [[name, metadata[name]]] : []));
  const facts = RecordingFacts.safeParse(Object.fromEntries(known));
  if (facts.success) return facts.data;
  const problems = facts.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw refusal(422, `Upload-Metadata: ${problems.join('; ')}`);
}

function refusal(status_code: number, detail: string): { status_code: number; body: string } {
  return { status_code, body: JSON.stringify({ detail }) };
}
