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
import { DecoderBroke, LatePart } from './late-part.ts';
import { LateWords } from './late-words.ts';
import { SoundAbout, SoundNote } from './sound-journal.ts';

/** What ended the whole service, or its decoder, so often is let go. */
const MOST_TRIES = 3;
/** The recogniser serves live sessions first: it is given this much and then waited for. */
const MOST_BACKLOG_SECONDS = 20;
const LOOK_AGAIN_MS = 50;
/** While nobody can write it down. */
const AGAIN_AFTER_MS = 60_000;

/** The file in the folder of a recording. */
const RECORDING = 'recording';

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

  /**
   * Everything that an earlier process left. Its conversations are not processed before. What cannot
   * be read stays where it is.
   */
  async claim(): Promise<void> {
    for (const folder of await listJournals(this.#root)) {
      const left = await this.#look(folder).catch((error: unknown) => {
        this.#parts.log.error({ err: error, folder }, 'sound that was left cannot be read');
        return null;
      });
      if (left) await this.#take(left);
    }
  }

  /** A journal that nobody writes any more. */
  async left(folder: string): Promise<void> {
    const left = await this.#look(folder);
    if (left) await this.#take(left);
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

  /** Null for what is no journal. */
  async #look(folder: string): Promise<LeftSound | null> {
    const about = await aboutOf(folder);
    if (!about) return null;
    const began = new Map<string, number>();
    for await (const { conversation_id, spoken_at } of this.#notes(folder, about)) {
      if (!began.has(conversation_id)) began.set(conversation_id, spoken_at);
    }
    return { folder, about, began };
  }

  async #take({ folder, about, began }: LeftSound): Promise<void> {
    const context = this.#contextOf(about);
    for (const [id, at] of began) await this.expect(context, { id, since: new Date(at) });
    this.#enqueue(folder, about.recording ? 'recordings' : 'journals');
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
    if (this.#stop.signal.aborted) return;
    const left = await this.#look(folder);
    if (!left) return;
    const { about, began } = left;
    const context = this.#contextOf(about);
    const conversations = new Set(began.keys());
    if (about.tries < MOST_TRIES) {
      await describeJournal(folder, { ...about, tries: about.tries + 1 });
      try {
        for (const id of await this.#words(context, folder, about)) conversations.add(id);
      } catch (error) {
        if (!(error instanceof DecoderBroke)) await describeJournal(folder, about);
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
    let part: LatePart | undefined;
    for await (const { conversation_id, spoken_at, messages } of this.#batches(folder, about)) {
      if (part?.words.conversation_id !== conversation_id) {
        places.push(...((await part?.finish()) ?? []));
        part = await this.#part(context, about, conversation_id);
      }
      if (part.words.isGone) continue;
      await part.hear(messages, spoken_at);
      while (this.#isBusy() || part.backlogSeconds > MOST_BACKLOG_SECONDS) {
        await wait(LOOK_AGAIN_MS, null, { signal: this.#stop.signal });
      }
      await part.save();
      this.#progress.set(conversation_id, part.seconds);
    }
    return [...places, ...((await part?.finish()) ?? [])];
  }

  async #part(context: Context, about: SoundAbout, conversation_id: string): Promise<LatePart> {
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
    return new LatePart({ about, recogniser: this.#recogniser, words, keeper });
  }

  async *#batches(
    folder: string,
    { recording }: SoundAbout,
  ): AsyncGenerator<SoundNote & { messages: Uint8Array[] }> {
    if (!recording) {
      yield* this.#journal(folder);
      return;
    }
    const { conversation_id, spoken_at } = recording;
    let seconds = 0;
    for await (const pcm of decodeRecording(join(folder, RECORDING), this.#stop.signal)) {
      yield { conversation_id, spoken_at: spoken_at + seconds * 1000, messages: [pcm] };
      seconds += 1;
    }
  }

  async *#notes(folder: string, { recording }: SoundAbout): AsyncGenerator<SoundNote> {
    if (recording) yield recording;
    else yield* this.#journal(folder);
  }

  async *#journal(folder: string): AsyncGenerator<SoundNote & { messages: Uint8Array[] }> {
    const damaged = (file: string) =>
      this.#parts.log.error({ file }, 'a file of sound is damaged; what follows there is left out');
    for await (const { note, messages } of readJournal(folder, damaged)) {
      const known = SoundNote.safeParse(note).data;
      if (known) yield { ...known, messages };
    }
  }

  #contextOf({ user_id }: SoundAbout): Context {
    return { ...this.#parts, actor: { kind: 'job', user_id }, ip: null };
  }
}

interface LeftSound {
  folder: string;
  about: SoundAbout;
  /** Its conversations, and when (ms) the first of its sound was spoken in each. */
  began: Map<string, number>;
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

/** Null when it is gone, or nothing of ours. */
async function aboutOf(folder: string): Promise<SoundAbout | null> {
  return SoundAbout.safeParse(await aboutJournal(folder)).data ?? null;
}

async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  });
}
