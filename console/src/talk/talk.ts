/** A talk continues while the user looks at other pages, so it does not belong to any page. */
import type { ListenEvent, LiveSegment, Segment } from '../../../client/src/index.ts';
import { randomUuid } from '../../../client/src/uuid.ts';
import { conversationQuery } from '../conversations/conversations.ts';
import { withHeard } from '../reading/turns.ts';
import { meQuery, queryClient } from '../service/queries.ts';
import { isMissing } from '../service/problems.ts';
import { service } from '../service/service.ts';
import { openEncoder } from './encoder.ts';
import type { Encoder } from './encoder.ts';
import {
  addDraft,
  attachNotes,
  forgetNotes,
  nameConversation,
  sendLeftNotes,
  sendNotes,
} from './notes.ts';
import { forgetLeftTalk } from './left/left-talk.ts';
import { MESSAGE_SECONDS, NoMicrophone, openMicrophone } from './microphone.ts';
import type { Microphone } from './microphone.ts';
import { deleteStoredSound, leftStreams } from './sound-store.ts';
import type { StoredStream } from './sound-store.ts';
import { SoundStream } from './sound-stream.ts';
import { meter, patchTalk, talk, talkProblem } from './state.ts';

/** Only one tab of a browser listens, because its tabs share the microphone. */
const LOCK = 'commonplace-talk';
/** The words of a left recording come after its sound. */
const LEFT_NOTES_MS = 10_000;
/** A loud voice has about this amplitude (root mean square). */
const LOUD = 0.25;

interface Parts {
  microphone: Microphone;
  encoder: Encoder;
  stream: SoundStream;
  release: () => void;
}
let parts: Parts | null = null;

/** This browser is a separate device, so its talk does not mix with the talk of other devices. */
function deviceId(): string {
  const id = localStorage.getItem('device') ?? `console-${randomUuid().slice(0, 8)}`;
  localStorage.setItem('device', id);
  return id;
}

/** `seconds` were recorded by an earlier page. */
export async function startTalk(seconds = 0): Promise<void> {
  if (talk.get()) return;
  talkProblem.set(null);
  meter.set({ level: 0, seconds });
  // Notes of this talk may be left to a later page, even if the talk does not begin.
  deviceId();
  const id = randomUuid();
  talk.set({
    id,
    phase: 'starting',
    conversationId: null,
    segments: [],
    isHeard: false,
    isConnected: false,
    keptSeconds: 0,
    recogniser: null,
    behindSeconds: 0,
    isDiskFull: false,
    isOnlyInMemory: false,
  });
  const release = await takeLock(LOCK);
  try {
    if (!release) throw new NoMicrophone('other_tab');
    parts = await openParts(id, release);
    if (talk.get()?.phase === 'starting') patchTalk({ phase: 'listening' });
  } catch (error) {
    release?.();
    addDraft();
    talk.set(null);
    // Without the service, they stay in the browser until the next page.
    void attachNotes(id, null).catch(() => {});
    if (!(error instanceof NoMicrophone)) throw error;
    talkProblem.set(error.problem);
  }
}

async function openParts(id: string, release: () => void): Promise<Parts> {
  const microphone = await openMicrophone(write, () => {
    talkProblem.set('unplugged');
    void pauseTalk();
  });
  const encoder = await openEncoder(microphone.sampleRate, (packet) => parts?.stream.add(packet));
  const { id: user_id } = (await queryClient.ensureQueryData(meQuery))!;
  const releaseStream = await takeLock(id);
  const stream = new SoundStream({ id, user_id, format: encoder.format }, deviceId(), {
    onMessage: take,
    onConnection: noteConnection,
    onKept: noteKept,
    onUnstored: () => patchTalk({ isOnlyInMemory: true }),
  });
  stream.open();
  const releaseAll = () => {
    release();
    releaseStream?.();
  };
  return { microphone, encoder, stream, release: releaseAll };
}

function write(samples: Float32Array): void {
  if (!parts || talk.get()?.phase !== 'listening') return;
  parts.encoder.write(samples);
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const level = Math.min(1, Math.sqrt(power) / LOUD);
  meter.set(({ seconds }) => ({ level, seconds: seconds + MESSAGE_SECONDS }));
  loudMessages = level > VOICE_LEVEL ? loudMessages + 1 : 0;
  if (loudMessages >= HEARD_MESSAGES && !talk.get()!.isHeard) patchTalk({ isHeard: true });
}

/** A quiet voice has more than this level. A click is shorter than this many messages. */
const VOICE_LEVEL = 0.06;
const HEARD_MESSAGES = 3;
let loudMessages = 0;

const noteConnection = (isConnected: boolean) =>
  patchTalk(isConnected ? { isConnected, isDiskFull: false } : { isConnected });
const noteKept = (keptSeconds: number) => {
  if (talk.get()?.keptSeconds !== keptSeconds) patchTalk({ keptSeconds });
};

let onProcessing: (id: string) => void = () => {};

function take(message: Segment[] | ListenEvent): void {
  if (Array.isArray(message)) {
    const known = talk.get()?.segments ?? [];
    patchTalk({ segments: withHeard(known, message as LiveSegment[]) });
    return sendTypedNotes();
  }
  const id = String(message['conversation_id']);
  if (message.type === 'conversation_session') {
    const isNew = talk.get()?.conversationId !== id;
    patchTalk({ conversationId: id, ...(isNew && { segments: [] }) });
    sendTypedNotes();
  } else if (message.type === 'segments_deleted') {
    const gone = message['segment_ids'] as string[];
    patchTalk({ segments: talk.get()?.segments.filter((each) => !gone.includes(each.id)) ?? [] });
  } else if (message.type === 'memory_processing_started') onProcessing(id);
  else if (message.type === 'service_status') takeStatus(message);
}

function sendTypedNotes(): void {
  const { id, conversationId } = talk.get()!;
  if (conversationId) nameConversation(id, conversationId);
  // Notes that cannot be sent now stay in the browser.
  void sendNotes(id).catch(() => {});
}

function takeStatus(message: ListenEvent): void {
  const { status, reason, provider, quality, behind_seconds } = message as Record<string, unknown>;
  if (status === 'stt_failed' && reason === 'disk_full') patchTalk({ isDiskFull: true });
  if (status === 'behind') patchTalk({ behindSeconds: Number(behind_seconds ?? 0) });
  if (status !== 'ready') return;
  patchTalk({ behindSeconds: 0, isDiskFull: false });
  if (provider) patchTalk({ recogniser: { name: String(provider), quality: String(quality) } });
}

export function pauseTalk(): void {
  if (talk.get()?.phase !== 'listening') return;
  parts?.microphone.pause();
  meter.set(({ seconds }) => ({ level: 0, seconds }));
  patchTalk({ phase: 'paused' });
}

export function resumeTalk(): void {
  if (talk.get()?.phase !== 'paused') return;
  talkProblem.set(null);
  parts?.microphone.resume();
  patchTalk({ phase: 'listening' });
}

/**
 * Ends the talk when the service has all of its sound. Resolves with the conversation as soon as it
 * is processed; null when nothing was said.
 */
export async function finishTalk(): Promise<string | null> {
  if (!parts || talk.get()?.phase === 'finishing') return null;
  patchTalk({ phase: 'finishing' });
  const { microphone, encoder, stream, release } = parts;
  microphone.close();
  meter.set(({ seconds }) => ({ level: 0, seconds }));
  await encoder.flush();
  await stream.deliver();
  // A live recording takes notes without being processed again.
  await sendNotes(talk.get()!.id).catch(() => {});
  const id = await endRecording();
  await stream.close();
  parts = null;
  release();
  talk.set(null);
  if (id) void queryClient.invalidateQueries({ queryKey: conversationQuery(id).queryKey });
  else talkProblem.set('nothing_heard');
  return id;
}

async function endRecording(): Promise<string | null> {
  const started = new Promise<string>((resolve) => (onProcessing = resolve));
  const ended = service.finishRecording({ device_id: deviceId() }).then(
    ({ conversation }) => conversation.id,
    (error: unknown) => {
      // A recording without words is deleted.
      if (isMissing(error)) return null;
      throw error;
    },
  );
  try {
    return await Promise.race([started, ended]);
  } catch {
    // The conversation ends by itself after the silence; its page shows what happens.
    return talk.get()?.conversationId ?? null;
  }
}

/** Ends the recording that an earlier page of this browser left open; null when it had no words. */
export const finishLeftTalk = (): Promise<string | null> => endRecording();

/** Sends the sound and the notes that earlier pages of this browser could not send. */
export async function sendLeftSound(): Promise<void> {
  const me = await queryClient.ensureQueryData(meQuery);
  if (!me) return;
  await Promise.all((await leftStreams(me.id)).map(sendLeft));
  // Notes that cannot be sent now stay in the browser until the next page.
  while (await sendLeftNotes(me.id).catch(() => false)) {
    await new Promise((resolve) => setTimeout(resolve, LEFT_NOTES_MS));
  }
}

/** Stops a running talk and deletes all sound in this browser, because the user leaves it. */
export async function forgetTalk(): Promise<void> {
  forgetNotes();
  forgetLeftTalk();
  const running = parts;
  parts = null;
  talk.set(null);
  running?.microphone.close();
  await running?.stream.close();
  running?.release();
  await deleteStoredSound();
}

async function sendLeft(stored: StoredStream): Promise<void> {
  // Waits until no other page uses the stream.
  const release = await takeLock(stored.id, { waits: true });
  const ignore = () => {};
  const onMessage = (message: Segment[] | ListenEvent) => {
    if (Array.isArray(message) || message.type !== 'conversation_session') return;
    nameConversation(stored.id, String(message['conversation_id']));
  };
  const handlers = { onMessage, onConnection: ignore, onKept: ignore, onUnstored: ignore };
  const stream = new SoundStream(stored, deviceId(), handlers);
  if (await stream.restore()) {
    stream.open();
    await stream.deliver();
  }
  await stream.close();
  release?.();
}

/** Returns a function that releases the lock; null when another tab has it. */
function takeLock(name: string, { waits = false } = {}): Promise<(() => void) | null> {
  // A page that was opened over http has no locks, and hears nothing.
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: !waits }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    });
  });
}
