/** Uploads continue while the user looks at other pages, and after the network was lost. */
import { ApiError, detailOf } from '../../../client/src/errors.ts';
import { randomUuid } from '../../../client/src/uuid.ts';
import { Upload as TusUpload } from 'tus-js-client';
import type { DetailedError } from 'tus-js-client';
import { createStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { at } from '../service/base.ts';
import { toMessage } from '../service/problems.ts';
import { sessionRequests } from './session-requests.ts';

export interface Upload {
  id: string;
  file: File;
  /** The share of the recording that has been sent, from 0 to 1. */
  sent: number;
  problem: string | null;
  /** Null until the service has received the whole recording. */
  conversationId: string | null;
  onReceived: (() => void) | undefined;
}

export const uploads = createStore<readonly Upload[]>([]);

const RETRY_MS = [0, 1_000, 3_000, 10_000, 30_000, 60_000];
const PIECE_BYTES = 8 * 1024 * 1024;

function patch(id: string, change: Partial<Upload>): void {
  uploads.set((all) => all.map((each) => (each.id === id ? { ...each, ...change } : each)));
}

/** Returns the id of the upload. `onReceived` is called when the service has the whole recording. */
export function sendRecording(file: File, onReceived?: () => void): string {
  const id = randomUuid();
  const upload = { id, file, sent: 0, problem: null, conversationId: null, onReceived };
  uploads.set((all) => [...all, upload]);
  start(upload);
  return id;
}

/** Tries again after a failure, and sends only what the service does not have yet. */
export function retryUpload(upload: Upload): void {
  patch(upload.id, { problem: null });
  start(upload);
}

function start({ id, file, onReceived }: Upload): void {
  let conversationId: string | null = null;
  const upload = new TusUpload(file, {
    endpoint: at('/v1/conversations/upload'),
    chunkSize: PIECE_BYTES,
    retryDelays: RETRY_MS,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, filetype: file.type },
    httpStack: sessionRequests,
    onAfterResponse: (_request, response) => {
      conversationId = response.getHeader('X-Svc-Conversation-Id') ?? conversationId;
    },
    onProgress: (sent, total) => patch(id, { sent: total > 0 ? sent / total : 1 }),
    onError: (error) =>
      patch(id, { problem: 'originalResponse' in error ? refusalOf(error) : toMessage(error) }),
    onSuccess: () => {
      patch(id, { sent: 1, conversationId });
      onReceived?.();
    },
  });
  void upload.findPreviousUploads().then(([earlier]) => {
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    upload.start();
  });
}

function refusalOf({ originalResponse: answer }: DetailedError): string {
  if (!answer) return m.problem_unreachable();
  return toMessage(new ApiError(answer.getStatus(), detailOf(answer.getBody()), null));
}
