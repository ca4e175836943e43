import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectConversation } from '../conversations/conversations.sql.ts';
import type { ConversationRow } from '../conversations/conversations.sql.ts';
import { beginProcessing } from '../conversations/lifecycle.ts';
import { selectSegments } from '../conversations/segments.sql.ts';
import type { Heard } from './assembler.ts';
import { Recording } from './recording.ts';
import { SpeakerLabels } from './speaker-labels.ts';
import { Voices } from './voices.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';

/** The same word at the same time, give or take what two hearings of it differ by. */
const SAME_SECONDS = 0.6;

interface Said {
  text: string;
  /** Seconds of the wall clock. */
  at: number;
}

/** Adds words to a conversation that was said long ago, but for those that are there already. */
export class LateWords {
  readonly #context: Context;
  readonly #heard: Heard[] = [];
  readonly #said: readonly Said[];
  readonly #language: string;
  /** Which one the words were said in. */
  readonly conversation_id: string;
  #recording: Recording | null;
  readonly #labels: SpeakerLabels;
  /** Who speaks, by voice. */
  readonly voices: Voices;
  #isGone: boolean;

  private constructor(
    context: Context,
    parts: {
      conversation_id: string;
      language: string;
      row: ConversationRow | null;
      isGone: boolean;
      said: Said[];
      voices: Voices;
    },
  ) {
    this.#isGone = parts.isGone;
    this.#context = context;
    this.conversation_id = parts.conversation_id;
    this.#language = parts.language;
    this.#said = parts.said;
    this.#recording = parts.row && Recording.of(context, parts.row);
    this.voices = parts.voices;
    // Nobody is there to be asked.
    const { voices } = parts;
    this.#labels = new SpeakerLabels(context, {
      voices,
      userName: '',
      mayCreate: false,
      assignsItself: true,
    });
  }

  static async open(
    context: Context,
    { conversation_id, language, only, printer, goesOn }: LateWordsParts,
  ): Promise<LateWords> {
    const row = await selectConversation(context.db, userOf(context), conversation_id);
    const segments = row ? await selectSegments(context.db, userOf(context), [row.id]) : [];
    const began = (row?.started_at?.getTime() ?? 0) / 1000;
    const said = segments
      .flatMap(({ words }) => words as { text: string; start: number }[])
      .map(({ text, start }) => ({ text: plain(text), at: began + start }));
    const voices = new Voices(context, printer, { withOwn: true, goesOn });
    const words = new LateWords(context, {
      conversation_id,
      language,
      row: row && (row.status === 'in_progress' || row.words_pending) ? row : null,
      isGone: only && !row,
      said,
      voices,
    });
    if (words.#recording) await words.#labels.begin(words.#recording.id);
    return words;
  }

  /** Its user has deleted the conversation: nobody wants the words any more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  add(heard: Heard): void {
    const words = heard.words.filter(({ text, start }) => !this.#isSaid(plain(text), start / 1000));
    const [first] = words;
    if (!first) return;
    const isWhole = words.length === heard.words.length;
    const text = isWhole ? heard.text : words.map((word) => word.text).join(' ');
    this.#heard.push({ ...heard, words, text, start: first.start });
  }

  /** Stores what came; gives where, once there is something. */
  async save(): Promise<string | null> {
    if (this.#isGone || this.#heard.length === 0) return this.#recording?.id ?? null;
    this.#recording ??= await this.#begin(this.#heard[0]!.start);
    for (const heard of this.#heard.splice(0)) this.#add(this.#recording, heard);
    if ((await this.#recording.save()) === null) {
      const over = this.#recording;
      const { db } = this.#context;
      this.#isGone = !(await selectConversation(db, userOf(this.#context), over.id));
      if (this.#isGone) return null;
      this.#recording = await this.#begin(this.#context.clock.now().getTime());
      for (const heard of over.takeUnsaved()) this.#add(this.#recording, heard);
      await this.#recording.save();
    }
    await this.#labels.news(this.#recording.id);
    return this.#recording.id;
  }

  #add(recording: Recording, heard: Heard): void {
    const labelled = this.#labels.label(heard);
    this.#labels.said(labelled, recording.add(labelled));
    recording.takeOutdated();
  }

  /** No more comes: stores the last, and what is known of the voices. */
  async finish(): Promise<string | null> {
    await this.save();
    await this.#labels.settle();
    if (this.#recording && !this.#isGone) await this.#labels.news(this.#recording.id);
    return this.#recording?.id ?? null;
  }

  /** The conversation went on without them, or is gone. */
  async #begin(spoken_at: number): Promise<Recording> {
    const id = this.#context.newId();
    const at = new Date(spoken_at);
    await beginProcessing(this.#context, {
      id,
      source: 'unknown',
      language: this.#language,
      started_at: at,
      finished_at: at,
      geolocation: null,
      external_data: null,
      client_session_id: null,
      forced: false,
      words_pending: true,
    });
    const row = await selectConversation(this.#context.db, userOf(this.#context), id);
    await this.#labels.begin(id);
    return Recording.of(this.#context, row!);
  }

  #isSaid(text: string, at: number): boolean {
    return this.#said.some((each) => each.text === text && Math.abs(each.at - at) < SAME_SECONDS);
  }
}

interface LateWordsParts {
  conversation_id: string;
  language: string;
  /** There is no other place for the words of this conversation. */
  only: boolean;
  printer: VoicePrinter;
  /** Whether the numbers of speakers mean the same voices as before. */
  goesOn: boolean;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '');
}
