/**
 * Writes down what no session will: the sound that was left when the service was ended, or that the
 * recogniser had no time for. Its words go to the conversation they were said in; when that is over
 * without them, they make one of their own. Nothing is written down twice.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeRecording } from '../../engines/audio/recording-file.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { Context, Parts } from '../../kit/context.ts';
import {
  aboutJournal,
  describeJournal,
  listJournals,
  readJournal,
  removeJournal,
} from '../../storage/journal.ts';
import { awaitWords, wordsArrived } from '../conversations/lifecycle.ts';
import type { KeptSound } from './keeping.ts';
import { AudioKeeper } from './audio-keeper.ts';
import { LateWords } from './late-words.ts';
import { SoundAbout, SoundNote } from './sound-journal.ts';
import { Sound } from './sound.ts';
import { Timeline } from './timeline.ts';

/** What ended the whole service so often is let go. */
const MOST_TRIES = 3;
/** The recogniser serves live sessions first: it is given this much and then waited for. */
const MOST_BACKLOG_SECONDS = 20;
const LOOK_AGAIN_MS = 50;
/** While nobody can write it down. */
const AGAIN_AFTER_MS = 60_000;

/** The file in the folder of a recording. */
const RECORDING = 'recording';

class NobodyHears extends Error {}

export class CatchUp implements KeptSound, AsyncDisposable {
  readonly #parts: Parts;
  readonly #recogniser: Recogniser;
  readonly #voices: VoicePrinter;
  readonly #root: string;
  readonly #isBusy: () => boolean;
  readonly #keepsAudio: CatchUpParts['keepsAudio'];
  /** Conversations that wait for words, and for how many journals or sessions. */
  readonly #expected = new Map<string, number>();
  readonly #stop = new AbortController();
  /** Seconds of each conversation that are written down. */
  readonly #progress = new Map<string, number>();
  /**
   * One after the other, as live sessions need the recogniser as well; but a long recording does
   * not keep what was said live waiting.
   */
  readonly #work = { journals: Promise.resolve(), recordings: Promise.resolve() };

  constructor({ parts, recogniser, voices, root, isBusy, keepsAudio }: CatchUpParts) {
    this.#parts = parts;
    this.#recogniser = recogniser;
    this.#voices = voices;
    this.#root = root;
    this.#isBusy = isBusy;
    this.#keepsAudio = keepsAudio;
  }

  get root(): string {
    return this.#root;
  }

  async expect(context: Context, conversation: { id: string; since: Date }): Promise<void> {
    const { id } = conversation;
    this.#expected.set(id, (this.#expected.get(id) ?? 0) + 1);
    await awaitWords(context, conversation);
  }

  async release(context: Context, id: string): Promise<void> {
    const others = (this.#expected.get(id) ?? 1) - 1;
    if (others > 0) this.#expected.set(id, others);
    else {
      this.#expected.delete(id);
      await wordsArrived(context, id);
    }
  }

  /** Everything that an earlier process left. Its conversations are not processed before. */
  async claim(): Promise<void> {
    for (const folder of await listJournals(this.#root)) {
      await this.left(folder);
    }
  }

  /** A journal that nobody writes any more. */
  async left(folder: string): Promise<void> {
    const about = await aboutOf(folder);
    if (!about) return;
    await this.#claim(folder, about);
    this.#enqueue(folder, about.recording ? 'recordings' : 'journals');
  }

  /** Moves a file to where it survives a crash; `left` writes it down. */
  async takeRecording(path: string, about: SoundAbout): Promise<string> {
    const folder = join(this.#root, randomUUID());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await moveFile(path, join(folder, RECORDING));
    await describeJournal(folder, about);
    return folder;
  }

  /** Seconds of a recording that are written down; null when nobody is at it. */
  writtenDown(conversation_id: string): number | null {
    return this.#progress.get(conversation_id) ?? null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(Object.values(this.#work));
  }

  async #claim(folder: string, about: SoundAbout): Promise<void> {
    const began = new Map<string, number>();
    for await (const { conversation_id, spoken_at } of notesOf(folder, about)) {
      if (!began.has(conversation_id)) began.set(conversation_id, spoken_at);
    }
    const context = this.#contextOf(about);
    for (const [id, at] of began) await this.expect(context, { id, since: new Date(at) });
  }

  #enqueue(folder: string, lane: 'journals' | 'recordings'): void {
    this.#work[lane] = this.#work[lane]
      .then(() => this.#writeDown(folder))
      .catch((error) => {
        if (this.#stop.signal.aborted) return;
        this.#parts.log.warn({ err: error, folder }, 'sound waits to be written down');
        setTimeout(() => this.#enqueue(folder, lane), AGAIN_AFTER_MS).unref();
      });
  }

  async #writeDown(folder: string): Promise<void> {
    const about = await aboutOf(folder);
    if (!about || this.#stop.signal.aborted) return;
    const context = this.#contextOf(about);
    const conversations = new Set<string>();
    for await (const { conversation_id } of notesOf(folder, about)) {
      conversations.add(conversation_id);
    }
    if (about.tries < MOST_TRIES) {
      await describeJournal(folder, { ...about, tries: about.tries + 1 });
      try {
        for (const id of await this.#words(context, folder, about)) conversations.add(id);
      } catch (error) {
        await describeJournal(folder, about);
        throw error;
      }
    } else context.log.error({ folder }, 'sound ended every try to write it down; dropped');
    for (const id of conversations) {
      this.#progress.delete(id);
      await this.release(context, id);
    }
    await removeJournal(folder);
  }

  /** Gives where words were added. */
  async #words(context: Context, folder: string, about: SoundAbout): Promise<string[]> {
    const places: string[] = [];
    let part: Part | undefined;
    for await (const { conversation_id, spoken_at, messages } of this.#batches(folder, about)) {
      if (part?.words.conversation_id !== conversation_id) {
        places.push(...((await part?.finish()) ?? []));
        part = await this.#part(context, about, conversation_id);
      }
      if (part.words.isGone) continue;
      part.hear(messages, spoken_at);
      while (this.#isBusy() || part.backlogSeconds > MOST_BACKLOG_SECONDS) {
        await wait(LOOK_AGAIN_MS, null, { signal: this.#stop.signal });
      }
      await part.save();
      this.#progress.set(conversation_id, part.seconds);
    }
    return [...places, ...((await part?.finish()) ?? [])];
  }

  async #part(context: Context, about: SoundAbout, conversation_id: string): Promise<Part> {
    const { language, recording } = about;
    const only = recording !== undefined;
    const words = await LateWords.open(context, {
      conversation_id,
      language,
      only,
      printer: this.#voices,
      goesOn: !this.#recogniser.capabilities.diarization,
    });
    // What was heard live is kept by its session.
    const keeper = only && (await this.#keepsAudio(context)) ? new AudioKeeper(context) : null;
    return new Part({ about, recogniser: this.#recogniser, words, keeper });
  }

  async *#batches(
    folder: string,
    { recording }: SoundAbout,
  ): AsyncGenerator<SoundNote & { messages: Uint8Array[] }> {
    if (!recording) {
      for await (const { note, messages } of readJournal(folder)) {
        yield { ...SoundNote.parse(note), messages };
      }
      return;
    }
    const { conversation_id, spoken_at } = recording;
    let seconds = 0;
    for await (const pcm of decodeRecording(join(folder, RECORDING), this.#stop.signal)) {
      yield { conversation_id, spoken_at: spoken_at + seconds * 1000, messages: [pcm] };
      seconds += 1;
    }
  }

  #contextOf({ user_id }: SoundAbout): Context {
    return { ...this.#parts, actor: { kind: 'job', user_id }, ip: null };
  }
}

interface CatchUpParts {
  parts: Parts;
  recogniser: Recogniser;
  /** What tells voices apart. */
  voices: VoicePrinter;
  /** The folder of all journals. */
  root: string;
  /** Whether live sessions wait for the recogniser. */
  isBusy: () => boolean;
  /** Whether the user wants the sound kept. */
  keepsAudio(context: Context): Promise<boolean>;
}

/** What of a journal belongs to one conversation. */
class Part {
  readonly words: LateWords;
  readonly #sound: Sound;
  readonly #timeline = new Timeline(0);
  readonly #keeper: AudioKeeper | null;
  #isUnheard = false;

  constructor({ about, recogniser, words, keeper }: PartParts) {
    this.words = words;
    this.#keeper = keeper;
    const { codec, sample_rate, channels, language } = about;
    this.#sound = new Sound({
      format: { codec, sample_rate },
      channels,
      recogniser,
      language,
      timeline: this.#timeline,
      voices: words.voices,
      // It comes as fast as it is read: its notes say when it was spoken.
      now: () => 0,
      ears: {
        speech() {},
        words: (heard) => words.add(heard),
        partial() {},
        changed: ({ by }) => (this.#isUnheard ||= by?.name === 'none'),
        failed: () => (this.#isUnheard = true),
      },
      along: (pcm, place) => keeper?.write(pcm, place),
      heard() {},
    });
    this.#sound.open();
  }

  /** Of sound that is written down. */
  get seconds(): number {
    return Math.max(0, this.#sound.seconds - this.#sound.backlogSeconds);
  }

  get backlogSeconds(): number {
    if (this.#isUnheard) throw new NobodyHears('No recogniser works at the moment.');
    return this.#sound.backlogSeconds;
  }

  hear(messages: readonly Uint8Array[], spoken_at: number): void {
    this.#timeline.set(this.#sound.seconds, spoken_at);
    for (const message of messages) this.#sound.message(message);
  }

  async save(): Promise<void> {
    await this.words.save();
    await this.#keeper?.keep(this.words.conversation_id);
  }

  async finish(): Promise<string[]> {
    const isDone = await this.#sound.finish();
    const id = await this.words.finish();
    await this.#keeper?.end(this.words.conversation_id);
    if (!isDone || this.#isUnheard) throw new NobodyHears('The words did not come in time.');
    return id === null ? [] : [id];
  }
}

interface PartParts {
  about: SoundAbout;
  recogniser: Recogniser;
  words: LateWords;
  keeper: AudioKeeper | null;
}

/** Null when it is gone, or nothing of ours. */
async function aboutOf(folder: string): Promise<SoundAbout | null> {
  return SoundAbout.safeParse(await aboutJournal(folder)).data ?? null;
}

async function* notesOf(folder: string, { recording }: SoundAbout): AsyncGenerator<SoundNote> {
  if (recording) yield recording;
  else for await (const { note } of readJournal(folder)) yield SoundNote.parse(note);
}

async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  });
}
