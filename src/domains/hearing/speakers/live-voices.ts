/**
 * Recognises the speakers of a recording by their voices. Each piece of sound becomes a voiceprint.
 * The voiceprints of one speaker are added up and compared with known voices.
 *
 * A recogniser that separates speakers assigns each piece to a speaker. Otherwise, each distinct
 * voice is a speaker. At the end of the conversation, whose-words.ts replaces these results.
 */
import { together } from '../../../engines/voices/print.ts';
import type { VoicePrint, VoicePrinter } from '../../../engines/voices/print.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import type { Speech } from '../../transcripts/named-segments.ts';
import { knownVoices, ownerVerdict, recogniseVoice } from '../../voices/known-voices.ts';
import type { KnownVoice, Recognised } from '../../voices/known-voices.ts';
import { learnVoices, upsertSpeakerPrints } from '../../voices/speaker-prints.ts';
import { selectHeardSpeakers, sumOfSegments } from '../../voices/segment-prints.ts';
import type { Heard } from '../../transcripts/segment-assembler.ts';
import { PrintReader } from './print-reader.ts';
import type { Track } from './voice-track.ts';
import { Tracks } from './voice-tracks.ts';
import type { JoinedSpeakers } from './voice-tracks.ts';

/** The length of the pieces in which the sound of a labelled speaker is processed. */
const READ_SECONDS = 3;
/** The seconds of speech that a comparison with known voices requires. */
const MIN_SECONDS = 2;
/** Voiceprints are stored at this interval. A crash loses at most this much. */
const STORE_MS = 15_000;
/** The speaker number of the user when this service distinguishes the voices. */
const OWNER = 0;
/** If only the user has spoken, for at least this long (s), short pieces are also the user's. */
const ALONE_SECONDS = 5;

export interface VoicesOptions {
  /** True when this session uses the user's voice profile. */
  withOwn: boolean;
  /** True when speaker numbers stay valid in later sessions of the same recording. */
  goesOn: boolean;
}

/** The new results about a speaker since the last call. */
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
  /** The previous words; set only if voices determine the speaker numbers. */
  #before: Heard | null = null;
  #numbersAreOurs = false;
  /** Seconds of the user's speech in this recording. */
  #ownSeconds = 0;

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

  /** Begins another recording, in which the same speaker numbers may mean other voices. */
  async begin(conversation_id: string): Promise<void> {
    await this.store();
    this.#conversation = conversation_id;
    this.#tracks.clear();
    this.#taught.clear();
    this.#news = [];
    this.#before = null;
    await this.#refresh();
    this.#ownSeconds = 0;
    if (this.#options.goesOn) await this.#restoreHeard(conversation_id);
  }

  /** Adds the speaker to the words if it is known soon. */
  async whose(heard: Heard, pcm: Int16Array, { labelled }: { labelled: boolean }): Promise<Heard> {
    this.#numbersAreOurs = !labelled;
    if (labelled) return this.#followed(heard, pcm);
    this.#before = await this.#separated(heard, pcm);
    return this.#before;
  }

  /** Assumes that an unfinished piece has the same speaker as the previous piece. */
  guess(heard: Heard): Heard {
    const { is_user, speaker_id, voice_verdict } = this.#before ?? heard;
    return { ...heard, is_user, speaker_id, voice_verdict };
  }

  /** Records that a user assigned a speaker to a person. */
  async assigned(speaker_id: number, speech: Speech): Promise<void> {
    const track = this.#tracks.of(speaker_id);
    track.speech = speech;
    this.#taught.add(speaker_id);
    await this.#refresh();
  }

  /** Returns and clears the pairs of speaker numbers that turned out to be the same voice. */
  takeJoined(): JoinedSpeakers[] {
    return this.#tracks.joined.splice(0);
  }

  takeNews(): VoiceNews[] {
    return this.#news.splice(0);
  }

  /** Stores voiceprints at intervals during the recording. */
  async storeSometimes(): Promise<void> {
    if (this.#now() - this.#storedAt > STORE_MS) await this.store();
  }

  /** Returns the voiceprints of the speakers that are not stored with the segments. */
  get speakerPrints() {
    return this.#numbersAreOurs ? [] : this.#tracks.prints;
  }

  /**
   * Processes waiting sound and stores the voiceprints, before the whole recording is evaluated.
   */
  async store(): Promise<void> {
    this.#storedAt = this.#now();
    for (const track of this.#tracks.all) {
      const rest = track.take(this.#printer.minSeconds);
      if (rest) this.#read(track, rest);
    }
    await this.#reading;
    if (this.#numbersAreOurs) {
      this.#tracks.joinSame(this.#ownTrack);
      // The voiceprints are stored with the segments.
      return this.#learnTaught();
    }
    const changed = this.#tracks.all.filter((track) => track.changed);
    if (this.#conversation === null || changed.length === 0) return;
    for (const track of changed) track.changed = false;
    const place = this.#place(this.#conversation);
    const { db, clock } = this.#context;
    const prints = changed.map(({ speaker_id, print }) => ({ speaker_id, print: print! }));
    await upsertSpeakerPrints(db, place, prints);
    const speakers = changed.map((each) => each.speaker_id).filter((id) => this.#taught.has(id));
    if (speakers.length > 0) await learnVoices(db, place, { speakers, now: clock.now() });
  }

  /** Adds the sound to the speaker whose label it has. The voice is processed in the background. */
  #followed(heard: Heard, pcm: Int16Array): Heard {
    const track = this.#tracks.of(heard.speaker_id);
    track.add(pcm);
    const piece = track.take(READ_SECONDS);
    if (piece) this.#read(track, piece);
    return this.#saidBy(track, heard, track.checked);
  }

  /** Makes a speaker of each voice. Without a profile, the first voice is taken for the user's. */
  async #separated(heard: Heard, pcm: Int16Array): Promise<Heard> {
    const print = await this.#reader.read(pcm);
    const found = print && recogniseVoice(this.#printer, this.#known, print);
    const isAlone = print === null && this.#ownerAlone;
    const isOwn = isAlone || ownerVerdict(found) === 'owner';
    const person = found?.verdict === 'sure' ? found.voice.person_id : null;
    const track = isOwn
      ? this.#tracks.of(OWNER)
      : person !== null
        ? this.#tracks.ofPerson(person, this.#firstStranger)
        : this.#tracks.closestTo(print, { from: this.#firstStranger, without: this.#ownTrack });
    const is_user = isOwn || (!this.#knowsOwner && track.speaker_id === OWNER);
    if (is_user) this.#ownSeconds += print?.seconds ?? 0;
    if (print) this.#heard(track, print);
    const { speaker_id, speech } = track;
    const by = { is_user, person_id: null, person_name: null, speaker_id, print };
    const voice_verdict = is_user ? 'owner' : ownerVerdict(found);
    // The end of the conversation changes only what has a verdict.
    const isFinal = speech !== null || !this.#options.withOwn;
    const said = { ...heard, ...by, voice_verdict: isFinal ? null : voice_verdict };
    return this.#saidBy(track, said, print !== null);
  }

  get #firstStranger(): number {
    return this.#knowsOwner ? OWNER + 1 : OWNER;
  }

  /** The number of the user, which no other voice gets. */
  get #ownTrack(): number | null {
    return this.#knowsOwner ? OWNER : null;
  }

  get #ownerAlone(): boolean {
    const [only, ...others] = this.#tracks.all;
    const isOwner = this.#knowsOwner && only?.speaker_id === OWNER && others.length === 0;
    return isOwner && this.#ownSeconds >= ALONE_SECONDS;
  }

  async #restoreHeard(conversation_id: string): Promise<void> {
    const place = this.#place(conversation_id);
    const { db } = this.#context;
    const speakers = await selectHeardSpeakers(db, place);
    for (const heard of speakers) {
      this.#tracks.of(heard.speaker_id).whose = heard.person_id;
      if (heard.speaker_id === OWNER) this.#ownSeconds = heard.seconds;
    }
    const numbers = speakers.map(({ speaker_id }) => speaker_id);
    for (const { speaker_id, print } of await sumOfSegments(db, place, numbers)) {
      if (print.model === this.#printer.model) this.#tracks.of(speaker_id).restore(print);
    }
  }

  async #learnTaught(): Promise<void> {
    if (this.#conversation === null || this.#taught.size === 0) return;
    const { db, clock } = this.#context;
    const speakers = [...this.#taught];
    await learnVoices(db, this.#place(this.#conversation), { speakers, now: clock.now() });
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
    this.#decide(track);
  }

  /** Identifies the voice of a track, but keeps assignments by the user. */
  #decide(track: Track): void {
    const { speech, print, speaker_id, told } = track;
    if (speech || !print || print.seconds < MIN_SECONDS) return;
    const found = recogniseVoice(this.#printer, this.#known, print);
    if (!found) return;
    const who = `${found.voice.person_id ?? 'user'} ${found.verdict}`;
    if (told.has(who)) return;
    told.add(who);
    this.#news.push({ ...found, speaker_id });
  }

  async #refresh(): Promise<void> {
    this.#known = await knownVoices(this.#context, this.#printer, this.#options);
  }

  #place(conversation_id: string) {
    return { user_id: userOf(this.#context), conversation_id };
  }

  #now(): number {
    return this.#context.clock.now().getTime();
  }
}
