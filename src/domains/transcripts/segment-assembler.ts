import type { NewId } from '../../core/ids.ts';
import type { Utterance } from '../../engines/recognition/recogniser.ts';
import { together } from '../../engines/voices/print.ts';
import type { OwnerVerdict, VoicePrint } from '../../engines/voices/print.ts';
import type { Speech } from './named-segments.ts';
import type { Word } from './timed/timed-words.ts';

/** The stored words of one speaker without a long pause; times are seconds of the conversation. */
export interface AssembledSegment extends Speech {
  id: string;
  text: string;
  speaker_id: number;
  start_seconds: number;
  end_seconds: number;
  confidence: number | null;
  words: Word[];
  stt_provider: string | null;
  /** True when the voice has been compared with known voices. */
  voice_checked: boolean;
  /** The result of the voice check; null when it is undecided. */
  voice_verdict: OwnerVerdict | null;
  /** The voiceprint; set when the voices are compared again at the end of the conversation. */
  print: VoicePrint | null;
}

/** Words from a recogniser or a client, with times in seconds of the conversation. */
export type Heard = Pick<Utterance, 'text' | 'start' | 'end' | 'words'> &
  Speech &
  Pick<
    AssembledSegment,
    'speaker_id' | 'stt_provider' | 'voice_checked' | 'voice_verdict' | 'print'
  > & {
    /**
     * Identifies the utterance within its session. Later words with the same id take the place of
     * these; without text, they only take them back.
     */
    utterance_id?: string | undefined;
  };

/**
 * Converts times on the wall clock (ms) to seconds since the start of the conversation. Words from
 * before the start have negative seconds.
 */
export function sinceStart(heard: Heard, started_at: number): Heard {
  const seconds = (wall: number) => Math.round(wall - started_at) / 1000;
  const times = <Timed extends { start: number; end: number }>(timed: Timed): Timed => ({
    ...timed,
    start: seconds(timed.start),
    end: seconds(timed.end),
  });
  return { ...times(heard), words: heard.words.map(times) };
}

/** After a longer silence, the same speaker gets a new segment. */
const MERGE_GAP_SECONDS = 30;
/**
 * The maximum length of a segment. A segment that grows is sent and stored as a whole, so a lecture
 * must not become one segment.
 */
const MAX_CHARACTERS = 5_000;
/** How many utterances are remembered. Later words can change only their segments. */
const MAX_UTTERANCES = 5_000;
const SPEECH = ['is_user', 'person_id', 'person_name'] as const;
const TIMES = ['start_seconds', 'end_seconds'] as const;

/** What changed when words were added. */
export interface Assembled {
  /** The segment with the words; null when they were only taken back. */
  segment: AssembledSegment | null;
  /** The segments that are new or different, with that one. */
  changed: AssembledSegment[];
  /** The ids of segments that no longer exist. */
  removed: string[];
}

interface Placed {
  heard: Heard;
  /** The id of the segment that contains the utterance; null for words of another session. */
  segment: string | null;
}

/**
 * Joins utterances to segments with stable ids: a segment keeps its id while its text grows. The
 * segments depend only on what was said and when, not on the order in which the words arrive.
 */
export class SegmentAssembler {
  readonly #newId: NewId;
  /** The utterances in the order in which they were said. */
  #said: Placed[] = [];
  /** The segments of these utterances, in the same order. */
  #segments: AssembledSegment[] = [];
  /** The id of the next segment; a preview may already show it. */
  #nextId: string;
  #previewed: string | null = null;
  #outdated: AssembledSegment | string | null = null;

  constructor(newId: NewId) {
    this.#newId = newId;
    this.#nextId = newId();
  }

  /** Adds final words. */
  add(heard: Heard): Assembled {
    const known = this.#placeOf(heard.utterance_id);
    const last = this.#said.at(-1);
    const isLast = known < 0 && heard.text !== '' && (!last || inOrder(last.heard, heard) <= 0);
    const added = isLast ? this.#append(heard) : this.#put(heard, known, '');
    // Words that are taken back before they were added were perhaps previewed.
    if (added.segment || known < 0) this.#endPreview(added.segment?.id);
    this.#forget();
    return added;
  }

  /** Records words of another session. The words before and after them are different segments. */
  interrupt(heard: Heard): Assembled {
    const interrupted = this.#put(heard, this.#placeOf(heard.utterance_id), null);
    this.#forget();
    return interrupted;
  }

  /** Returns the segment with these interim words, but does not store the words in it. */
  preview(heard: Heard): AssembledSegment {
    const segment = joined(this.#open, heard) ?? fresh(heard, this.#nextId);
    this.#previewed = segment.id;
    return segment;
  }

  /**
   * Returns the correction for the client if a preview contained another speaker's words: the
   * segment without these words, or the id of a segment to remove. Returns null when no preview was
   * wrong.
   */
  takeOutdated(): AssembledSegment | string | null {
    const outdated = this.#outdated;
    this.#outdated = null;
    return outdated;
  }

  /** Sets the speaker of the segment and of words that are added later. */
  assigned(id: string, speech: Speech): void {
    const place = this.#segments.findLastIndex((segment) => segment.id === id);
    const segment = this.#segments[place];
    if (!segment || isEqual<Speech>(segment, speech, SPEECH)) return;
    this.#segments[place] = { ...segment, ...speech };
    for (const each of this.#said) {
      if (each.segment === id) each.heard = { ...each.heard, ...speech };
    }
  }

  #placeOf(utterance_id: string | undefined): number {
    if (utterance_id === undefined) return -1;
    return this.#said.findLastIndex(({ heard }) => heard.utterance_id === utterance_id);
  }

  /** The segment to which the next words may be added. */
  get #open(): AssembledSegment | undefined {
    return this.#said.at(-1)?.segment === null ? undefined : this.#segments.at(-1);
  }

  #append(heard: Heard): Assembled {
    const grown = joined(this.#open, heard);
    if (grown) this.#segments.pop();
    const segment = grown ?? fresh(heard, this.#takeId());
    this.#segments.push(segment);
    this.#said.push({ heard, segment: segment.id });
    return { segment, changed: [segment], removed: [] };
  }

  /** Puts words between earlier ones, or in the place of the utterance at `known`. */
  #put(heard: Heard, known: number, id: '' | null): Assembled {
    const [former] = known < 0 ? [] : this.#said.splice(known, 1);
    const later = this.#said.findIndex((each) => inOrder(each.heard, heard) > 0);
    const isMoved = !former || inOrder(former.heard, heard) !== 0;
    const at = !isMoved ? known : later < 0 ? this.#said.length : later;
    // The speaker of a stored segment stays, so other speakers need another segment.
    const isSame = former && isEqual(former.heard, heard, ['speaker_id', ...SPEECH]);
    const added = { heard, segment: isSame && id !== null ? former.segment : id };
    if (heard.text !== '') this.#said.splice(at, 0, added);
    const first = this.#beginningOf(Math.min(at, known < 0 ? at : known));
    const { changed, removed } = this.#join(first);
    const segment = changed.find(({ id }) => heard.text !== '' && id === added.segment) ?? null;
    return { segment, changed, removed };
  }

  /** Returns the place of the first utterance of the segment before this place. */
  #beginningOf(place: number): number {
    const id = this.#said[place - 1]?.segment ?? null;
    return id === null ? place : this.#said.findIndex(({ segment }) => segment === id);
  }

  /** Joins the utterances from this place on anew. Segments keep their ids as far as possible. */
  #join(from: number): Pick<Assembled, 'changed' | 'removed'> {
    const kept = new Set(this.#said.slice(0, from).map(({ segment }) => segment));
    const count = this.#segments.findIndex(({ id }) => !kept.has(id));
    const before = count < 0 ? [] : this.#segments.splice(count);
    const used = new Set<string>();
    const changed: AssembledSegment[] = [];
    for (const group of groupsOf(this.#said.slice(from))) {
      const ids = group.members.flatMap(({ segment }) => segment || []);
      const id = ids.find((each) => !used.has(each)) ?? this.#takeId();
      used.add(id);
      for (const member of group.members) member.segment = id;
      const former = before.find((segment) => segment.id === id);
      const segment = { ...group.segment, id };
      const isChanged = !former || !isEqual(former, segment, ['text', ...TIMES]);
      this.#segments.push(isChanged ? segment : former);
      if (isChanged) changed.push(segment);
    }
    return { changed, removed: before.map(({ id }) => id).filter((id) => !used.has(id)) };
  }

  #endPreview(id: string | undefined): void {
    if (this.#previewed !== null && this.#previewed !== id) {
      const previewed = this.#segments.find((segment) => segment.id === this.#previewed);
      this.#outdated = previewed ?? this.#previewed;
      if (this.#previewed === this.#nextId) this.#nextId = this.#newId();
    }
    this.#previewed = null;
  }

  #takeId(): string {
    const id = this.#nextId;
    this.#nextId = this.#newId();
    return id;
  }

  #forget(): void {
    if (this.#said.length <= MAX_UTTERANCES) return;
    const id = this.#said.slice(MAX_UTTERANCES / 2).find(({ segment }) => segment)?.segment;
    if (!id) return;
    this.#said = this.#said.slice(this.#said.findIndex(({ segment }) => segment === id));
    this.#segments = this.#segments.slice(this.#segments.findIndex((each) => each.id === id));
  }
}

/** Orders utterances by their times; those of the same time stay in the order of arrival. */
function inOrder(one: Heard, other: Heard): number {
  return one.start - other.start || one.end - other.end;
}

function groupsOf(said: readonly Placed[]): { segment: AssembledSegment; members: Placed[] }[] {
  const groups: { segment: AssembledSegment; members: Placed[] }[] = [];
  let isInterrupted = false;
  for (const each of said) {
    const last = isInterrupted ? undefined : groups.at(-1);
    isInterrupted = each.segment === null;
    if (isInterrupted) continue;
    const grown = joined(last?.segment, each.heard);
    if (last && grown) {
      last.segment = grown;
      last.members.push(each);
    } else groups.push({ segment: fresh(each.heard, ''), members: [each] });
  }
  return groups;
}

/** Returns the segment with further words; null when they begin another one. */
function joined(last: AssembledSegment | undefined, heard: Heard): AssembledSegment | null {
  if (!last || !belongsTogether(last, heard)) return null;
  const words = [...last.words, ...heard.words];
  return {
    ...last,
    text: `${last.text} ${heard.text}`,
    end_seconds: Math.max(last.end_seconds, heard.end),
    voice_checked: last.voice_checked || heard.voice_checked,
    print: together([last.print, heard.print].filter((print) => print !== null)),
    words,
    confidence: meanConfidence(words),
  };
}

function fresh(heard: Heard, id: string): AssembledSegment {
  const { text, start, end, words, utterance_id: _, ...speaker } = heard;
  return {
    ...speaker,
    id,
    text,
    start_seconds: start,
    end_seconds: end,
    words,
    confidence: meanConfidence(words),
  };
}

function belongsTogether(last: AssembledSegment, next: Heard): boolean {
  const sameVoice = last.speaker_id === next.speaker_id || (last.is_user && next.is_user);
  const soon = next.start - last.end_seconds < MERGE_GAP_SECONDS;
  return sameVoice && soon && last.text.length + next.text.length < MAX_CHARACTERS;
}

function isEqual<T>(one: T, other: T, fields: readonly (keyof T)[]): boolean {
  return fields.every((field) => one[field] === other[field]);
}

function meanConfidence(words: AssembledSegment['words']): number | null {
  const known = words.flatMap(({ confidence }) => confidence ?? []);
  if (known.length === 0) return null;
  return known.reduce((sum, each) => sum + each, 0) / known.length;
}
