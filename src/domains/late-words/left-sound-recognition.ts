import { setTimeout as wait } from 'node:timers/promises';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import type { Context } from '../../kit/context.ts';
import type { WaitingFiles } from '../../storage/waiting/waiting-files.ts';
import { recordGap } from '../conversations/recording/pending-words.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import { KnownNames } from '../vocabulary/known-names.ts';
import { AudioKeeper } from '../recordings/audio-keeper.ts';
import { LatePart } from './late-part.ts';
import { LateWords } from './late-words.ts';
import { soundOf } from './left-sound.ts';
import type { LeftSound } from './left-sound.ts';

/**
 * The maximum amount of late sound that the recogniser receives at a time, because live sessions
 * have priority.
 */
const MAX_BACKLOG_SECONDS = 20;
const LOOK_AGAIN_MS = 50;

/**
 * Transcribes a journal and stores its words. Returns the conversations that received words, and
 * the sound that still has none.
 */
export async function hearLeft(
  left: LeftSound,
  options: HearLeftOptions,
): Promise<{ places: Set<string>; missed: SoundSpan[] }> {
  const { signal, isBusy, moved, waiting } = options;
  // The note of this try: sound that ends each process must not go from one to the next for ever.
  await waiting?.copy();
  const places = new Set<string>();
  const missed: SoundSpan[] = [];
  let part: LatePart | undefined;
  const finish = async () => {
    const ended = await part?.finish();
    for (const id of ended?.places ?? []) places.add(id);
    missed.push(...(ended?.missed ?? []));
    const { conversation_id: id } = part?.words ?? {};
    for (const span of ended?.unclear ?? []) {
      if (id) await recordGap(options.context, { id, span, reason: 'unclear' });
    }
  };
  for await (const batch of soundOf(left, signal, options.damaged)) {
    const { conversation_id, spoken_at, messages } = batch;
    if (part?.words.conversation_id !== conversation_id) {
      await finish();
      part = await openPart(left, conversation_id, options);
    }
    if (part.words.isGone) continue;
    await hearBatch(part, { spoken_at, messages }, { isBusy, signal });
    await part.save();
    if (left.about.recording) moved(conversation_id, part.seconds);
  }
  await finish();
  return { places, missed };
}

/** Gives a batch of sound to the recogniser, and waits until live sessions leave room for more. */
export async function hearBatch(
  part: LatePart,
  { messages, spoken_at }: { messages: readonly Uint8Array[]; spoken_at: number },
  { isBusy, signal }: Pick<HearLeftOptions, 'isBusy' | 'signal'>,
): Promise<void> {
  await part.hear(messages, spoken_at);
  while (isBusy() || part.backlogSeconds > MAX_BACKLOG_SECONDS) {
    await wait(LOOK_AGAIN_MS, null, { signal });
  }
}

async function openPart(
  { about, name, spans }: LeftSound,
  conversation_id: string,
  { context, recogniser, voices, keepsAudio, signal }: HearLeftOptions,
): Promise<LatePart> {
  const isRecording = about.recording !== undefined;
  const words = await LateWords.open(context, {
    conversation_id,
    journal: name,
    others: [...spans.keys()],
    language: about.language,
    only: isRecording || about.known.includes(conversation_id),
    within: about.missed ?? null,
    printer: voices,
    goesOn: !recogniser.capabilities.diarization,
  });
  // The session itself has already kept the audio of live sound.
  const keeper =
    isRecording && (await keepsAudio(context)) ? new AudioKeeper(context, keepsAudio) : null;
  const names = await KnownNames.read(context);
  return new LatePart({ about, recogniser, names, words, keeper, signal });
}

export interface HearLeftOptions {
  waiting: WaitingFiles | null;
  context: Context;
  recogniser: Recogniser;
  /** Computes voiceprints, which distinguish voices. */
  voices: VoicePrinter;
  keepsAudio(context: Context): Promise<boolean>;
  /** Returns whether live sessions are waiting for the recogniser. */
  isBusy(): boolean;
  /** Aborts when the service ends. */
  signal: AbortSignal;
  damaged(path: string): void;
  /** Reports the number of seconds of a recording that are transcribed. */
  moved(conversation_id: string, seconds: number): void;
}
