import { MEMORIES_OF_EACH_KIND } from '../maker.ts';
import type { MadeMemory } from '../maker.ts';
import { genreOf } from './genre.ts';
import { kindOf } from './memory-cues.ts';
import { tellingOf, type Telling } from './memory-telling.ts';
import { BETWEEN_SENTENCES, wasTakenAway } from '../same-fact.ts';
import type { Reading, Sentence } from './reading.ts';
import { KnownTexts } from '../text-likeness.ts';

/**
 * The minimum probability that a sentence is a lasting fact about its speaker. Friends who talk for
 * a long time often mention lasting facts; people who order, book or report something rarely do.
 */
const THRESHOLD = { friends: 0.05, others: 0.2, errand: 0.4 };
export type KindOfTalk = keyof typeof THRESHOLD;

/** A talk in which the user says at least this many sentences is long. */
const LONG_TALK = 12;
const SERVICE =
  /\b(?:how (?:can|may) i (?:help|assist)|(?:can|may) i (?:help|assist) you|please confirm|sir|madam|ma'am|your (?:order|account|reservation|booking))\b/i;

/** The maximum number of words in each of two sentences that form one memory. */
const MAX_WORDS_OF_TWO = 28;
/** A sentence with at least this many words needs no second sentence in its memory. */
const FULL_WORDS = 20;

/** Returns the chance that a sentence says a lasting fact, by the small reader. */
export type FactChance = (sentence: Sentence) => number;

export interface FactBounds {
  /** A sentence with this chance by the reader is a fact. */
  sure: number;
  /** A sentence with a lower chance by the reader is none, whatever the rules say. */
  least: number;
  /** A sentence with a lower chance by the rules is none, unless the rules find it a fact. */
  possible: number;
}

/** The lowest chance by the reader of a sentence that is a fact by its form. */
const LEAST_OF_PLAIN = 0.01;

/** Finds lasting facts about the user, in the first person and recognised with high confidence. */
export function memoriesOf(
  reading: Reading,
  { chanceOf, boundsFor }: { chanceOf: FactChance; boundsFor: (kind: KindOfTalk) => FactBounds },
): MadeMemory[] {
  const { known_memories, memories_of_each_kind } = reading.transcript;
  const most = memories_of_each_kind ?? MEMORIES_OF_EACH_KIND;
  const taken = new KnownTexts(
    known_memories.flatMap((known) => [known, ...known.split(BETWEEN_SENTENCES)]),
  );
  const isTakenAway = wasTakenAway(reading.transcript);
  const kind = kindOfTalk(reading);
  const bounds = boundsFor(kind);
  // Skips known and deleted facts here, so that none of them returns as the second sentence of a
  // new memory.
  const tellings = reading.sentences.map((sentence) => {
    const telling = tellingOf(sentence, reading);
    const isNew = telling && !taken.says(telling.content) && !isTakenAway(telling.content);
    if (!isNew) return null;
    // Two readings: what the rules find must not be unlikely for the reader.
    const read = chanceOf(sentence);
    if (read >= bounds.sure && telling.chance >= bounds.possible)
      return {
        ...telling,
        isOwn: telling.isOwn || (kind !== 'friends' && telling.isAboutSomebody),
        chance: 1 + read,
      };
    const least = telling.isPlain ? LEAST_OF_PLAIN : bounds.least;
    return read < least ? { ...telling, chance: 0 } : telling;
  });
  const made: MadeMemory[] = [];
  const least = THRESHOLD[kind];
  for (const { sentence, chance } of byChance(tellings)) {
    if (chance < least) break;
    const parts = partsAround(sentence.index, tellings);
    if (parts === null) continue;
    const facts = factsOf(parts).filter((fact) => !taken.says(fact) && !isTakenAway(fact));
    for (const content of facts) {
      const category = roomFor(kindOf(content), made, most);
      if (!category) return made;
      made.push({ content, category, segment_id: sentence.segment.id });
    }
    if (facts.length === 0) continue;
    for (const part of parts) tellings[part.sentence.index] = null;
    for (const said of [...facts, ...parts.map((part) => part.content)]) taken.add(said);
  }
  return made;
}

function kindOfTalk(reading: Reading): KindOfTalk {
  const { sentences, speakers } = reading;
  if (sentences.some(({ text }) => SERVICE.test(text)) || genreOf(reading)?.isErrand)
    return 'errand';
  const own = sentences.filter(({ segment }) => segment.is_user).length;
  if (own < LONG_TALK || speakers.length < 2) return 'others';
  // A long talk with many people is a meeting.
  return speakers.length === 2 ? 'friends' : 'errand';
}

const JOINT = '. ';

const byChance = (tellings: readonly (Telling | null)[]): Telling[] =>
  tellings
    .filter((telling) => telling !== null && telling.isOwn)
    .toSorted((a, b) => b!.chance - a!.chance) as Telling[];

/**
 * Returns one sentence or two consecutive sentences of a turn. A short sentence may need the next
 * sentence, and a sentence that begins with "it" needs the previous sentence.
 */
function partsAround(index: number, tellings: readonly (Telling | null)[]): Telling[] | null {
  const told = tellings[index];
  if (!told) return null;
  const beside = (other: Telling | null | undefined): other is Telling =>
    !!other &&
    other.sentence.turn === told.sentence.turn &&
    (other.leansOnBefore || told.leansOnBefore) &&
    other.words + told.words <= MAX_WORDS_OF_TWO;
  const before = tellings[index - 1];
  const after = tellings[index + 1];
  if (told.leansOnBefore) return beside(before) && !before.leansOnBefore ? [before, told] : null;
  if (beside(after) && (told.words <= FULL_WORDS || after.leansOnBefore)) return [told, after];
  if (beside(before) && !before.leansOnBefore && told.words <= FULL_WORDS) return [before, told];
  return [told];
}

/** Joins two sentences: the last fact of the first one with the first fact of the second one. */
function factsOf([first, second]: readonly Telling[]): string[] {
  if (!second) return first!.facts;
  const [begins, ...others] = second.facts;
  const last = `${first!.facts.at(-1)}${JOINT}${begins}`;
  return [...first!.facts.slice(0, -1), last, ...others];
}

/** Many facts fit both kinds, so a fact may take the other kind when its own kind is full. */
function roomFor(
  kind: MadeMemory['category'],
  made: MadeMemory[],
  most: number,
): MadeMemory['category'] | null {
  const other = kind === 'system' ? 'interesting' : 'system';
  const hasRoom = (one: MadeMemory['category']): boolean =>
    made.filter(({ category }) => category === one).length < most;
  return hasRoom(kind) ? kind : hasRoom(other) ? other : null;
}
