/** Recordings that are uploaded in pieces, each piece through any of the processes. */
import { setTimeout as wait } from 'node:timers/promises';
import { silence } from '../src/engines/audio/testing.ts';
import { writeWav } from '../src/engines/audio/wav.ts';
import type { TortureUser } from './client.ts';
import type { Ledger } from './ledger.ts';

const PATH = '/v1/conversations/upload';
const PIECES = 3;
const PAUSE_MS = 1_500;
const recording = new Uint8Array(writeWav(silence(2)));

interface UploadOptions {
  user: TortureUser;
  ledger: Ledger;
  stop: AbortSignal;
}

export async function uploadRecordings(options: UploadOptions): Promise<void> {
  const { stop, user, ledger } = options;
  while (!stop.aborted) {
    const id = await uploadOnce(options);
    if (id) ledger.uploads.set(id, user.id);
    await wait(PAUSE_MS, undefined, { signal: stop }).catch(() => {});
  }
}

/** Returns the conversation; null when the service stopped before the upload was finished. */
async function uploadOnce({ user, ledger, stop }: UploadOptions): Promise<string | null> {
  const begun = await send(user, 'POST', PATH, { 'Upload-Length': String(recording.length) });
  if (begun?.status !== 201) return null;
  const path = new URL(begun.headers.get('Location')!, user.url).pathname;
  let acknowledged = 0;
  while (!stop.aborted) {
    const head = await send(user, 'HEAD', path);
    if (head?.status === 404) {
      ledger.violate(`the upload ${path} is gone`);
      return null;
    }
    if (head?.status !== 200) continue;
    const from = Number(head.headers.get('Upload-Offset'));
    if (from < acknowledged) ledger.violate(`${acknowledged - from} bytes of ${path} are lost`);
    const until = Math.min(recording.length, from + Math.ceil(recording.length / PIECES));
    const headers = {
      'Upload-Offset': String(from),
      'Content-Type': 'application/offset+octet-stream',
    };
    const answer = await send(user, 'PATCH', path, headers, recording.subarray(from, until));
    if (answer?.status !== 204) continue;
    acknowledged = until;
    const id = answer.headers.get('X-Svc-Conversation-Id');
    if (id) return id;
  }
  return null;
}

/** Returns null when the connection was lost. */
async function send(
  user: TortureUser,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response | null> {
  const answer = await fetch(`${user.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${user.token}`, 'Tus-Resumable': '1.0.0', ...headers },
    ...(body && { body }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null);
  if (answer === null || answer.status >= 500) await wait(200);
  return answer;
}

/** Each uploaded recording must be there, with its sound. */
export async function checkUploads(user: TortureUser, ledger: Ledger): Promise<void> {
  for (const [id, owner] of ledger.uploads) {
    if (owner !== user.id) continue;
    const conversation = await user.read(`/v1/conversations/${id}`, { asUser: true });
    const reasons = conversation?.gaps.map(({ reason }: { reason: string }) => reason) ?? [];
    if (conversation === null) ledger.violate(`the recording ${id} is lost`);
    else if (conversation.status === 'failed') ledger.violate(`the recording ${id} failed`);
    else if (reasons.includes('lost')) ledger.violate(`the sound of ${id} is lost`);
  }
}
