import { setTimeout as sleep } from 'node:timers/promises';
import { Conflict } from '../../core/errors.ts';
import { LANGUAGES } from './whisper/vocabulary.ts';
import { knowsLanguage, SAMPLE_RATE, type Recogniser, type Utterance } from './recogniser.ts';

/** The maximum backlog in seconds; beyond it, reading pauses until the recogniser has caught up. */
const MAX_BEHIND_SECONDS = 30;
const PIECE = SAMPLE_RATE / 10;

export interface HearRecordingOptions {
  language: string;
  signal?: AbortSignal;
  onFinal(utterance: Utterance): void;
}

/**
 * Transcribes a whole recording as fast as the recogniser can work. Rejects when the recogniser
 * fails.
 */
export async function hearRecording(
  recogniser: Recogniser,
  pcm: Int16Array,
  options: HearRecordingOptions,
): Promise<void> {
  await hearPieces(recogniser, piecesOf(pcm), options);
}

function* piecesOf(pcm: Int16Array): Generator<Int16Array> {
  for (let at = 0; at < pcm.length; at += PIECE) yield pcm.subarray(at, at + PIECE);
}

/** Transcribes sound whose pieces may still arrive. Takes no more of them than it can transcribe. */
export async function hearPieces(
  recogniser: Recogniser,
  pieces: Iterable<Int16Array> | AsyncIterable<Int16Array>,
  { language, signal, onFinal }: HearRecordingOptions,
): Promise<void> {
  const session = recogniser.open({ language });
  const listening = (async () => {
    for await (const event of session.events) {
      if (event.type === 'failed' || event.type === 'missed') throw new Error(event.detail);
      if (event.type === 'final') onFinal(event.utterance);
    }
  })();
  const over = new AbortController();
  listening.catch(() => {}).finally(() => over.abort());
  try {
    for await (const piece of pieces) {
      session.write(piece);
      while (!over.signal.aborted && session.backlogSeconds() > MAX_BEHIND_SECONDS) {
        await sleep(20, undefined, { signal });
      }
    }
    // Silence at the end makes the recogniser finish the last speech.
    session.write(new Int16Array(SAMPLE_RATE));
    await Promise.all([listening, session.finish()]);
  } finally {
    session.close();
  }
}

/** Returns the words of a short recording. */
export async function transcribe(
  recogniser: Recogniser,
  pcm: Int16Array,
  options: { language: string; signal: AbortSignal },
): Promise<string> {
  const texts: string[] = [];
  await hearRecording(recogniser, pcm, { ...options, onFinal: ({ text }) => texts.push(text) });
  return texts.join(' ');
}

/** Throws a sentence for the caller when the recogniser returns no words in this language. */
export async function requireWords(recogniser: Recogniser, language: string): Promise<void> {
  const { ok } = await recogniser.available();
  if (!ok || recogniser.name === 'none') {
    throw new Conflict('This service has no recogniser for words.');
  }
  if (!knowsLanguage(recogniser, language)) {
    throw new Conflict(
      `The recogniser of this service does not support the language “${language}”.`,
    );
  }
}

/** Returns the languages that the recogniser knows; for one that takes any language, those of Whisper. */
export function languagesOf({ capabilities: { languages } }: Recogniser): readonly string[] {
  return languages === 'any' ? LANGUAGES : languages;
}
