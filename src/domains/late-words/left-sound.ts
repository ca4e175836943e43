/**
 * Reads a journal that a session left behind: its user, the spans that need words, and the sound.
 */
import { basename, join } from 'node:path';
import { decodeRecording } from '../../engines/audio/recording-file.ts';
import { aboutJournal, readJournal } from '../../storage/journal.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import { SoundAbout, SoundNote } from './sound-journal.ts';

/** The file name of the recording in its folder. */
export const RECORDING = 'recording';
/** The assumed length of a batch if its note does not contain the length. */
const BATCH_MS = 600;
/** Spans that are closer together than this are joined. */
const JOINED_MS = 2_000;
/**
 * How much sound before a missed span is transcribed again together with the span. A word begins
 * before it is detected.
 */
const RUN_UP_MS = 2_000;

export interface LeftSound {
  folder: string;
  /** The name of the journal, which does not change when its folder is moved. */
  name: string;
  about: SoundAbout;
  /** The spans that need words, by conversation. */
  spans: Map<string, SoundSpan[]>;
}

/** Returns null when the folder was deleted or does not contain a journal. */
export async function lookAt(folder: string, damaged: Damaged): Promise<LeftSound | null> {
  const about = SoundAbout.safeParse(await aboutJournal(folder)).data;
  if (!about) return null;
  const spans = new Map<string, SoundSpan[]>();
  for await (const note of notesOf(folder, about, damaged)) {
    for (const span of needed(note, about.missed)) {
      const known = spans.get(note.conversation_id) ?? [];
      spans.set(note.conversation_id, joined(known, span));
    }
  }
  return { folder, name: basename(folder), about, spans };
}

/** Yields the sound that needs words, batch by batch. */
export async function* soundOf(
  { folder, about }: LeftSound,
  signal: AbortSignal,
  damaged: Damaged,
): AsyncGenerator<SoundNote & { messages: Uint8Array[] }> {
  const { recording, missed } = about;
  if (!recording) {
    for await (const batch of batchesOf(folder, damaged)) {
      if (!missed || missed.some((span) => isNear(batch, span))) yield batch;
    }
    return;
  }
  const { conversation_id, spoken_at } = recording;
  let wall = spoken_at;
  for await (const pcm of decodeRecording(join(folder, RECORDING), signal)) {
    const batch = { conversation_id, spoken_at: wall, messages: [pcm] };
    if (!missed || missed.some((span) => isNear(batch, span))) yield batch;
    wall += 1_000;
  }
}

async function* notesOf(
  folder: string,
  { recording }: SoundAbout,
  damaged: Damaged,
): AsyncGenerator<SoundNote> {
  if (!recording) return yield* batchesOf(folder, damaged);
  const { conversation_id, spoken_at, seconds = 1 } = recording;
  yield { conversation_id, spoken_at, spoken_until: spoken_at + seconds * 1_000 };
}

async function* batchesOf(
  folder: string,
  damaged: Damaged,
): AsyncGenerator<SoundNote & { messages: Uint8Array[] }> {
  for await (const { note, messages } of readJournal(folder, damaged)) {
    const known = SoundNote.safeParse(note).data;
    if (known) yield { ...known, messages };
  }
}

function needed(note: SoundNote, missed: readonly SoundSpan[] | undefined): SoundSpan[] {
  const whole = { from: note.spoken_at, until: endOf(note) };
  if (!missed) return note.voiced === false ? [] : [whole];
  return missed
    .map(({ from, until }) => ({
      from: Math.max(from, whole.from),
      until: Math.min(until, whole.until),
    }))
    .filter(({ from, until }) => from < until);
}

function joined(known: readonly SoundSpan[], span: SoundSpan): SoundSpan[] {
  const last = known.at(-1);
  if (!last || span.from - last.until > JOINED_MS) return [...known, span];
  return [...known.slice(0, -1), { from: last.from, until: Math.max(last.until, span.until) }];
}

function isNear(note: SoundNote, { from, until }: SoundSpan): boolean {
  return endOf(note) > from - RUN_UP_MS && note.spoken_at < until + RUN_UP_MS;
}

function endOf({ spoken_at, spoken_until }: SoundNote): number {
  return spoken_until ?? spoken_at + BATCH_MS;
}

type Damaged = (path: string) => void;
