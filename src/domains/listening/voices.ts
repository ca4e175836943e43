/**
 * Who speaks in a recording, by voice. Pieces of sound become prints, prints of one speaker add up,
 * and what they add up to is held against the voices that are known.
 *
 * Whose piece it is, is said by the recogniser where it separates speakers; else by an encoder, which
 * makes a speaker of each voice; else the built-in check picks out those that are surely known, and
 * leaves the others together.
 */
import { together } from '../../engines/voices/print.ts';
import type { VoicePrint, VoicePrinter } from '../../engines/voices/print.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import type { Speech } from '../conversations/segments.sql.ts';
import { knownVoices, recognise } from '../voices/known-voices.ts';
import type { KnownVoice, Recognised } from '../voices/known-voices.ts';
import { learnVoices, selectSpeakerPrints, upsertSpeakerPrints } from '../voices/prints.sql.ts';
import type { Heard } from './assembler.ts';
import { PrintReader } from './print-reader.ts';
import type { Track } from './voice-track.ts';
import { Tracks } from './voice-tracks.ts';
import type { JoinedSpeakers } from './voice-tracks.ts';

/** Sound of a labelled speaker is looked at in pieces of this length. */
const READ_SECONDS = 3;
/** Of speech, before anything is said about whose it is. */
const LEAST_SECONDS = 2;
/** Prints are stored now and then; this much of them may be lost in a crash. */
const STORE_MS = 15_000;
/** Of the built-in check without labels: the user's voice, and all that is not surely somebody's. */
const [OWNER, UNKNOWN] = [0, 1];
/** So much was surely the user's, and nothing else was heard: then what is short is theirs too. */
const ALONE_SECONDS = 5;

export interface VoicesOptions {
  /** Whether the user's voice profile counts in this session. */
  withOwn: boolean;
  /** Whether the numbers of a recording mean the same voices when another session goes on with it. */
  goesOn: boolean;
}

/** What has been found out about a speaker since the last time somebody asked. */
export interface VoiceNews extends Recognised {
  speaker_id: number;
}

export class Voices {
  readonly #context: Context;
  readonly #printer: VoicePrinter;
  readonly #options: VoicesOptions;
  readonly #reader: PrintReader;
  readonly #tracks: Tracks;
  readonly #taught = new Set<number>();
  #known: KnownVoice[] = [];
  #news: VoiceNews[] = [];
  #conversation: string | null = null;
  #reading: Promise<void> = Promise.resolve();
  #storedAt = 0;
  /** The words before, where numbers are given by voice. */
  #before: Heard | null = null;
  #numbersAreVoices = true;
  #numbersAreOurs = false;

  constructor(context: Context, printer: VoicePrinter, options: VoicesOptions) {
    this.#context = context;
    this.#printer = printer;
    this.#options = options;
    this.#reader = new PrintReader(printer, context.log);
    this.#tracks = new Tracks(printer);
  }

  get #knowsOwner(): boolean {
    return this.#known.some(({ is_user }) => is_user);
  }

  /** Another recording: the same numbers may be other voices. */
  async begin(conversation_id: string): Promise<void> {
    await this.store();
    this.#conversation = conversation_id;
    this.#tracks.clear();
    this.#taught.clear();
    this.#news = [];
    this.#before = null;
    await this.#refresh();
    if (!this.#options.goesOn) return;
    for (const { speaker_id, print } of await this.#stored(conversation_id)) {
      this.#tracks.of(speaker_id).restore(print);
    }
  }

  /** Says whose words these are, as far as that is known; never waits for long. */
  async whose(heard: Heard, pcm: Int16Array, { labelled }: { labelled: boolean }): Promise<Heard> {
    this.#numbersAreVoices = labelled || this.#printer.separates;
    this.#numbersAreOurs = !labelled;
    if (labelled) return this.#followed(heard, pcm);
    if (!this.#printer.separates && !this.#knowsOwner) return this.#followed(heard, pcm);
    this.#before = await (this.#printer.separates
      ? this.#separated(heard, pcm)
      : this.#pickedOut(heard, pcm));
    return this.#before;
  }

  /** Before a piece has been heard to its end it is taken for the voice of the one before. */
  guess(heard: Heard): Heard {
    const { is_user, speaker_id } = this.#before ?? heard;
    return { ...heard, is_user, speaker_id };
  }

  /** Somebody said whose voice a speaker's is. */
  async assigned(speaker_id: number, speech: Speech): Promise<void> {
    this.#tracks.of(speaker_id).speech = speech;
    this.#taught.add(speaker_id);
    await this.#refresh();
  }

  /** Whether a number stands for one voice, and not for all that nobody knows. */
  isOneVoice(speaker_id: number): boolean {
    return this.#numbersAreVoices || speaker_id !== UNKNOWN;
  }

  /** Numbers that turned out to be one voice. */
  takeJoined(): JoinedSpeakers[] {
    return this.#tracks.joined.splice(0);
  }

  takeNews(): VoiceNews[] {
    return this.#news.splice(0);
  }

  /** Now and then, while it goes on. */
  async storeSometimes(): Promise<void> {
    if (this.#now() - this.#storedAt > STORE_MS) await this.store();
  }

  /** Reads what waits and keeps what is known; before anything is decided about the recording. */
  async store(): Promise<void> {
    this.#storedAt = this.#now();
    for (const track of this.#tracks.all) {
      const rest = track.take(this.#printer.leastSeconds);
      if (rest) this.#read(track, rest);
    }
    await this.#reading;
    if (this.#printer.separates && this.#numbersAreOurs) this.#tracks.joinSame();
    const changed = this.#tracks.all.filter((track) => track.changed);
    if (this.#conversation === null || changed.length === 0) return;
    for (const track of changed) track.changed = false;
    const place = this.#place(this.#conversation);
    const { db, clock } = this.#context;
    await upsertSpeakerPrints(
      db,
      place,
      changed.map(({ speaker_id, print }) => ({ speaker_id, print: print! })),
    );
    const taught = changed.filter(({ speaker_id }) => this.#taught.has(speaker_id));
    if (taught.length === 0) return;
    const speakers = taught.map(({ speaker_id }) => speaker_id);
    await learnVoices(db, place, { speakers, now: clock.now() });
  }

  /** The number is a voice: what it says adds up, and is looked at while the words go on. */
  #followed(heard: Heard, pcm: Int16Array): Heard {
    const track = this.#tracks.of(heard.speaker_id);
    track.add(pcm);
    const piece = track.take(READ_SECONDS);
    if (piece) this.#read(track, piece);
    return this.#saidBy(track, heard, track.checked);
  }

  /** Each voice is a speaker of its own. Without a profile the first one is taken for the user's. */
  async #separated(heard: Heard, pcm: Int16Array): Promise<Heard> {
    const print = await this.#reader.read(pcm);
    const track = this.#tracks.closestTo(print);
    if (print) this.#heard(track, print);
    const is_user = !this.#knowsOwner && track.speaker_id === 0;
    return this.#saidBy(track, { ...heard, speaker_id: track.speaker_id, is_user }, print !== null);
  }

  /** Only what is surely somebody's is marked; a short remark is the user's while nobody else spoke. */
  async #pickedOut(heard: Heard, pcm: Int16Array): Promise<Heard> {
    const print = await this.#reader.read(pcm);
    const found = print && recognise(this.#printer, this.#known, print);
    const isSure = found?.verdict === 'sure';
    const isOwner = isSure ? found.voice.is_user : !print && this.#ownerAlone;
    const track = isOwner
      ? this.#tracks.of(OWNER)
      : isSure
        ? this.#tracks.ofPerson(found.voice.person_id!, UNKNOWN + 1)
        : this.#tracks.of(UNKNOWN);
    if (print) this.#heard(track, print);
    const { speaker_id } = track;
    const speech = { is_user: isOwner, person_id: null, person_name: null };
    return this.#saidBy(track, { ...heard, ...speech, speaker_id }, print !== null);
  }

  get #ownerAlone(): boolean {
    const [only, ...others] = this.#tracks.all;
    const seconds = only?.print?.seconds ?? 0;
    return only?.speaker_id === OWNER && others.length === 0 && seconds >= ALONE_SECONDS;
  }

  #saidBy(track: Track, heard: Heard, checked: boolean): Heard {
    const voice_checked = checked && this.#known.length > 0;
    return { ...heard, ...track.speech, voice_checked };
  }

  #read(track: Track, pcm: Int16Array): void {
    this.#reading = this.#reading.then(async () => {
      const print = await this.#reader.read(pcm);
      if (print) this.#heard(track, print);
    });
  }

  #heard(track: Track, print: VoicePrint): void {
    track.print = track.print ? together([track.print, print]) : print;
    track.changed = true;
    track.checked = true;
    const isMixed = !this.#numbersAreVoices && this.#knowsOwner && track.speaker_id === UNKNOWN;
    if (!isMixed) this.#decide(track);
  }

  /** The more of a voice was heard, the surer it gets; what was said by people stays. */
  #decide(track: Track): void {
    const { speech, print, speaker_id, told } = track;
    if (speech || !print || print.seconds < LEAST_SECONDS) return;
    const found = recognise(this.#printer, this.#known, print);
    // The built-in check is wrong too often to ask about what it is not sure of.
    if (!found || (found.verdict === 'perhaps' && !this.#printer.separates)) return;
    const who = `${found.voice.person_id ?? 'user'} ${found.verdict}`;
    if (told.has(who)) return;
    told.add(who);
    this.#news.push({ ...found, speaker_id });
  }

  async #refresh(): Promise<void> {
    this.#known = await knownVoices(this.#context, this.#printer, this.#options);
  }

  #stored(conversation_id: string) {
    const { model } = this.#printer;
    return selectSpeakerPrints(this.#context.db, this.#place(conversation_id), model);
  }

  #place(conversation_id: string) {
    return { user_id: userOf(this.#context), conversation_id };
  }

  #now(): number {
    return this.#context.clock.now().getTime();
  }
}
