/** One client of the Wyoming protocol: describes the service, and turns each sound into words. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { Invalid, ServiceError, Unavailable } from '../../core/errors.ts';
import { hearPieces, languagesOf, requireWords } from '../../engines/recognition/hear-recording.ts';
import { knowsLanguage, SAMPLE_RATE } from '../../engines/recognition/recogniser.ts';
import type { Recogniser, Utterance } from '../../engines/recognition/recogniser.ts';
import type { Parts } from '../../kit/context.ts';
import { readEvents, writeEvent } from './events.ts';
import type { WyomingEvent } from './events.ts';
import { describe } from './info.ts';
import { keepHeard } from './keeping.ts';
import { refuse } from './refusal.ts';
import { openSound } from './sound.ts';

export interface WyomingParts {
  parts: Parts;
  recogniser: Recogniser;
  /** The account that keeps what is heard. */
  account: string | undefined;
  /** How long a sound may pause before it counts as ended. */
  pauseMs?: number | undefined;
}

const IDLE_MS = 60_000;
const PAUSE_MS = 10_000;
const MAX_SECONDS = 300;
const RESTARTING = 'The service is restarting. Try again.';

const Transcribe = z.object({ language: z.string().min(1).max(20).nullish() });

export class WyomingConnection {
  readonly #socket: Socket;
  readonly #parts: WyomingParts;
  readonly #events: AsyncGenerator<WyomingEvent, undefined>;
  /** The next event, which may be late for one reader and in time for the next one. */
  #next: Promise<IteratorResult<WyomingEvent, undefined>> | null = null;
  /** The client has sent a whole sound and waits for its words. */
  #isAwaited = false;
  #isStopping = false;

  constructor(socket: Socket, parts: WyomingParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#events = readEvents(socket.iterator({ destroyOnReturn: false }));
  }

  /** Resolves when the client has gone or was sent away, and its words are kept. */
  async run(): Promise<void> {
    try {
      await this.#serve();
      this.#socket.destroySoon();
    } catch (error) {
      // The connection broke.
      if (this.#socket.destroyed) return;
      const isOurs = error instanceof ServiceError;
      if (!isOurs) this.#parts.parts.log.error({ err: error }, 'a Wyoming client');
      this.#refuse(isOurs ? error.message : 'Something went wrong on our side.');
    }
  }

  /** Sends the client away, after the words for which it waits. */
  stop(): void {
    this.#isStopping = true;
    if (!this.#isAwaited) this.#refuse(RESTARTING);
  }

  #refuse(text: string): void {
    void this.#events.return(undefined).catch(() => {});
    refuse(this.#socket, text);
  }

  async #serve(): Promise<void> {
    let language: string | undefined;
    for (;;) {
      const event = await this.#within(IDLE_MS);
      if (!event || event === 'late') return;
      if (event.type === 'transcribe') language = languageIn(event);
      else if (event.type === 'audio-start') {
        await this.#hear(openSound(event.data), language);
        language = undefined;
        if (this.#isStopping) throw new Unavailable(RESTARTING);
      } else await this.#answer(event);
    }
  }

  /** Answers a question about the service. Ignores other events, as the protocol asks. */
  async #answer({ type, data }: WyomingEvent): Promise<void> {
    if (type === 'describe') this.#send('info', await describe(this.#parts.recogniser));
    if (type === 'ping') this.#send('pong', { text: data['text'] ?? null });
  }

  async #hear(convert: (bytes: Buffer) => Int16Array, named: string | undefined): Promise<void> {
    const { recogniser, parts, account } = this.#parts;
    const language = named ?? usualLanguage(recogniser);
    await requireWords(recogniser, language);
    const startedAt = parts.clock.now();
    const answer = named === undefined ? {} : { language: named };
    const utterances: Utterance[] = [];
    this.#send('transcript-start', answer);
    await hearPieces(recogniser, this.#pieces(convert), {
      language,
      onFinal: (utterance) => {
        this.#send('transcript-chunk', {
          text: utterances.length > 0 ? ` ${utterance.text}` : utterance.text,
        });
        utterances.push(utterance);
      },
    });
    if (account !== undefined && utterances.length > 0) {
      await keepHeard(parts, account, { startedAt, language: named, utterances });
    }
    const text = utterances.map((utterance) => utterance.text).join(' ');
    this.#send('transcript', { text, ...answer });
    this.#send('transcript-stop');
    this.#isAwaited = false;
  }

  /** Yields a sound until the client ends it, or sends no more of it. */
  async *#pieces(convert: (bytes: Buffer) => Int16Array): AsyncGenerator<Int16Array> {
    let samples = 0;
    for (;;) {
      const event = await this.#within(this.#parts.pauseMs ?? PAUSE_MS);
      if (!event) throw new Invalid('The connection ended before its sound.');
      if (event === 'late' || event.type === 'audio-stop') {
        this.#isAwaited = true;
        return;
      }
      if (event.type !== 'audio-chunk') {
        await this.#answer(event);
        continue;
      }
      const piece = convert(event.payload);
      samples += piece.length;
      if (samples > MAX_SECONDS * SAMPLE_RATE) {
        throw new Invalid('A sound may be at most five minutes long.');
      }
      yield piece;
    }
  }

  /** Returns the next event, or undefined at the end of the connection. */
  async #within(ms: number): Promise<WyomingEvent | 'late' | undefined> {
    if (this.#socket.writableNeedDrain) await this.#drain();
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(resolve, ms, 'late');
    try {
      this.#next ??= this.#events.next();
      // Nobody may be waiting any more when the connection breaks.
      this.#next.catch(() => {});
      const next = await Promise.race([this.#next, late]);
      if (next === 'late') return next;
      this.#next = null;
      return next.value;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reads no further events of a client that does not read the answers. */
  async #drain(): Promise<void> {
    try {
      await once(this.#socket, 'drain', { signal: AbortSignal.timeout(IDLE_MS) });
    } catch {
      this.#socket.destroy();
    }
  }

  #send(type: string, data?: Record<string, unknown>): void {
    this.#socket.write(writeEvent(type, data));
  }
}

/** Without a language of the client, the recogniser detects it if it can. */
function usualLanguage(recogniser: Recogniser): string {
  return knowsLanguage(recogniser, 'multi') ? 'multi' : (languagesOf(recogniser)[0] ?? 'en');
}

function languageIn({ data }: WyomingEvent): string | undefined {
  const { success, data: given } = Transcribe.safeParse(data);
  if (!success) throw new Invalid('The language must be a code such as en.');
  return given.language ?? undefined;
}
