import { setTimeout as wait } from 'node:timers/promises';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { liveRecording } from '../../conversations/conversation-lookup.ts';
import { SAMPLE_SOURCE } from '../../conversations/conversation.ts';
import { endRecording } from '../../conversations/lifecycle.ts';
import { ListenQuery } from '../../devices/message.ts';
import { openSession } from '../session-opening.ts';
import type { Listening } from '../session-opening.ts';
import type { ListeningSession } from '../session.ts';
import { PACKET_MS, packetsOfSample } from './sample-sound.ts';
import { sampleMessages } from './sample-story.ts';

/** The sample has its own recording, in addition to those of the user's devices. */
export const DEVICE = 'demo';

const FORMAT = { language: 'en', codec: 'opus_fs320', sample_rate: 16_000 };
/** A running sample checks at this interval whether its recording still exists. */
const CHECK_MS = 1_000;

/** A message of the sample, and the time after the start of the sample at which it is sent. */
interface Step {
  atMs: number;
  send(session: ListeningSession): void;
}

interface PlayerParts {
  listening: Listening;
  /** Returns whether the operator allows the service to keep sound. */
  keepsSound: boolean;
  /** The speed, as a multiple of real time. */
  speed?: number | undefined;
}

/** Plays the sample through the same path as the sound of a device. */
export class SamplePlayer {
  readonly #parts: Required<PlayerParts>;
  readonly #stop = new AbortController();
  readonly #plays = new Map<string, Promise<void>>();

  constructor({ speed = 1, ...parts }: PlayerParts) {
    this.#parts = { ...parts, speed };
  }

  isPlayingFor(user_id: string): boolean {
    return this.#plays.has(user_id);
  }

  /**
   * Starts a sample that plays on after the answer. Returns the conversation that it writes and its
   * length in seconds.
   */
  async start(context: Context): Promise<{ conversation_id: string; seconds: number }> {
    const user_id = userOf(context);
    const opened = Promise.withResolvers<{ conversation_id: string; seconds: number }>();
    const play = this.#play({ ...context, signal: this.#stop.signal }, opened.resolve)
      .catch((error: unknown) => {
        opened.reject(error);
        context.log.error({ err: error, user_id }, 'the sample could not be played to its end');
      })
      .finally(() => this.#plays.delete(user_id));
    this.#plays.set(user_id, play);
    return opened.promise;
  }

  /** Stops all running samples; their recordings end as if a device had disconnected. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#plays.values());
  }

  async #play(
    context: Context,
    opened: (play: { conversation_id: string; seconds: number }) => void,
  ): Promise<void> {
    const { listening, keepsSound: keepsAudio, speed } = this.#parts;
    const hears = listening.recogniser.name !== 'none';
    const gone = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, gone.signal]);
    const session = await openSession(context, listening, {
      options: ListenQuery.parse({
        ...FORMAT,
        source: SAMPLE_SOURCE,
        device_id: DEVICE,
        custom_stt: hears ? 'disabled' : 'enabled',
      }),
      keepsAudio,
      send: () => {},
      hangUp: () => gone.abort(),
    });
    listening.sessions.add(session);
    try {
      const steps = hears ? soundSteps() : wordSteps();
      const id = (await liveRecording(context, DEVICE))!.id;
      const seconds = Math.ceil(steps.at(-1)!.atMs / speed / 1000);
      opened({ conversation_id: id, seconds });
      const isThere = async () => (await liveRecording(context, DEVICE))?.id === id;
      await playSteps(session, { steps, speed, signal, isThere });
      await session.settle();
      if (!this.#stop.signal.aborted) await endRecording(context, { id, forced: true });
    } finally {
      await session.close();
      listening.sessions.delete(session);
    }
  }
}

function soundSteps(): Step[] {
  return packetsOfSample().map((packet, index) => ({
    atMs: index * PACKET_MS,
    send: (session) => session.audio(packet),
  }));
}

/** Without a recogniser, the sample sends its words like a client that transcribes by itself. */
function wordSteps(): Step[] {
  return sampleMessages().map((message) => ({
    atMs: message.segments[0]!.end * 1000,
    send: (session) => session.message(message),
  }));
}

/**
 * Sends the messages of the sample at their times, until the last message or until the recording no
 * longer exists.
 */
async function playSteps(
  session: ListeningSession,
  {
    steps,
    speed,
    signal,
    isThere,
  }: { steps: Step[]; speed: number; signal: AbortSignal; isThere: () => Promise<boolean> },
): Promise<void> {
  const started = performance.now();
  let checked = started;
  for (const { atMs, send } of steps) {
    const now = performance.now();
    if (now - checked > CHECK_MS) {
      if (!(await isThere())) return;
      checked = now;
    }
    const ahead = atMs / speed - (now - started);
    if (ahead > 5) await wait(ahead, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    send(session);
  }
}
