import { idFrom } from '../../core/ids.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectConversation } from '../conversations/conversations.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import { beginProcessing } from '../conversations/lifecycle.ts';
import { selectGapsOf } from '../conversations/recording/pending-words.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import type { Heard } from '../transcripts/segment-assembler.ts';
import { Recording } from '../hearing/recording.ts';
import { plain, withinSpans, withoutSaid } from '../transcripts/repeated/said-words.ts';
import type { SaidWord } from '../transcripts/repeated/said-words.ts';
import { SpeakerLabels } from '../hearing/speakers/speaker-labels.ts';
import { Voices } from '../hearing/speakers/live-voices.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';

/** Adds words to a past conversation, except words that the conversation already has. */
export class LateWords {
  readonly #context: Context;
  readonly #heard: Heard[] = [];
  readonly #said: readonly SaidWord[];
  readonly #language: string;
  /** The conversation in which the words were spoken. */
  readonly conversation_id: string;
  #recording: Recording | null;
  readonly #labels: SpeakerLabels;
  /** Distinguishes speakers by voice. */
  readonly voices: Voices;
  #isGone: boolean;
  readonly #within: readonly SoundSpan[] | null;
  /** The id for a new conversation, if the original one ended without the words. */
  readonly #heirId: string;
  #added = false;

  private constructor(
    context: Context,
    parts: {
      conversation_id: string;
      language: string;
      row: ConversationRow | null;
      isGone: boolean;
      said: SaidWord[];
      voices: Voices;
      within: readonly SoundSpan[] | null;
      heir_id: string;
    },
  ) {
    this.#isGone = parts.isGone;
    this.#within = parts.within;
    this.#heirId = parts.heir_id;
    this.#context = context;
    this.conversation_id = parts.conversation_id;
    this.#language = parts.language;
    this.#said = parts.said;
    this.#recording = parts.row && Recording.late(context, parts.row, parts.language);
    this.voices = parts.voices;
    // Speaker suggestions are dropped, because no client is connected.
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
    { conversation_id, language, only, printer, goesOn, journal, others, within }: LateWordsParts,
  ): Promise<LateWords> {
    const asked = await selectConversation(context.db, userOf(context), conversation_id);
    const heir_id = idFrom(`${journal} ${conversation_id}`);
    const row = await placeOf(context, { asked, heir_id, journal, others });
    const segments = row ? await selectSegments(context.db, userOf(context), [row.id]) : [];
    const began = row?.started_at?.getTime() ?? 0;
    const said = segments
      .flatMap(({ words }) => words as { text: string; start: number }[])
      .map(({ text, start }) => ({ text: plain(text), at: began + start * 1000 }));
    const voices = new Voices(context, printer, { withOwn: true, goesOn });
    const words = new LateWords(context, {
      conversation_id,
      language,
      row,
      isGone: only && !asked && !row,
      within,
      heir_id,
      said,
      voices,
    });
    if (words.#recording) await words.#labels.begin(words.#recording.id);
    return words;
  }

  /** True when the user has deleted the conversation, so its words are no longer wanted. */
  get isGone(): boolean {
    return this.#isGone;
  }

  add(heard: Heard): void {
    const wanted = this.#within === null ? heard : withinSpans(heard, this.#within);
    const fresh = wanted && withoutSaid(wanted, this.#said);
    if (fresh) this.#heard.push(fresh);
  }

  /** Stores the new words. Returns the conversation with the words, if there is one yet. */
  async save(): Promise<string | null> {
    if (this.#isGone || this.#heard.length === 0) return this.#recording?.id ?? null;
    this.#recording ??= await this.#begin(this.#heard[0]!.start, this.#heirId);
    this.#added = true;
    for (const heard of this.#heard.splice(0)) this.#add(this.#recording, heard);
    if ((await this.#recording.save()) === null) {
      const over = this.#recording;
      const { db } = this.#context;
      this.#isGone = !(await selectConversation(db, userOf(this.#context), over.id));
      if (this.#isGone) return null;
      this.#recording = await this.#begin(
        this.#context.clock.now().getTime(),
        this.#context.newId(),
      );
      for (const heard of over.takeUnsaved()) this.#add(this.#recording, heard);
      await this.#recording.save();
    }
    await this.#labels.news(this.#recording.id);
    return this.#recording.id;
  }

  #add(recording: Recording, heard: Heard): void {
    const labelled = this.#labels.label(heard);
    const segment = recording.add(labelled);
    if (segment) this.#labels.said(labelled, segment);
    recording.takeOutdated();
  }

  /**
   * Stores the last words and the voiceprints. Returns the conversation to which words were added.
   */
  async finish(): Promise<string | null> {
    await this.save();
    await this.#labels.settle();
    if (this.#recording && !this.#isGone) await this.#labels.news(this.#recording.id);
    return this.#added ? (this.#recording?.id ?? null) : null;
  }

  /**
   * Begins a new conversation for the words if the original one ended without them or was deleted.
   */
  async #begin(spoken_at: number, id: string): Promise<Recording> {
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
    return Recording.late(this.#context, row!, this.#language);
  }
}

interface LateWordsParts {
  conversation_id: string;
  language: string;
  /** True when the words may not be added to any other conversation. */
  only: boolean;
  printer: VoicePrinter;
  /** The name of the journal with the sound of these words. */
  journal: string;
  /** The other conversations that have sound in the journal. */
  others: readonly string[];
  /** Only words within these spans (ms) are wanted; null accepts all. */
  within: readonly SoundSpan[] | null;
  /** True when speaker numbers still mean the same voices as before. */
  goesOn: boolean;
}

/** Returns the conversation that waits for the words or has a gap for them. */
async function placeOf(
  context: Context,
  {
    asked,
    heir_id,
    journal,
    others,
  }: {
    asked: ConversationRow | undefined;
    heir_id: string;
    journal: string;
    others: readonly string[];
  },
): Promise<ConversationRow | null> {
  const takes = (row: ConversationRow) =>
    row.status === 'in_progress' ||
    row.words_pending ||
    row.gaps.some((gap) => gap.journal === journal);
  if (asked && takes(asked)) return asked;
  const user_id = userOf(context);
  // An earlier attempt began the conversation before a crash, or it was merged into another
  // conversation.
  const merged = asked ? [] : await selectGapsOf(context.db, user_id, journal);
  for (const id of [heir_id, ...merged.filter((each) => !others.includes(each))]) {
    const row = await selectConversation(context.db, user_id, id);
    if (row && takes(row)) return row;
  }
  return null;
}
