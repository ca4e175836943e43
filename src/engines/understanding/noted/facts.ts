/** Facts about the user that the reader found. */
import { MEMORIES_OF_EACH_KIND, type MadeMemory } from '../maker.ts';
import { MIN_CONFIDENCE } from '../rules/memory-telling.ts';
import type { FactBounds, FactChance, KindOfTalk } from '../rules/memories.ts';
import { capitalised, wordsOf } from '../rules/text.ts';
import { wasTakenAway } from '../same-fact.ts';
import { shortened } from '../short-text.ts';
import { KnownTexts } from '../text-likeness.ts';
import { factsOf } from '../reader/reader.ts';
import { wordsIn, type Heard } from './heard.ts';

const LONGEST = 200;

/** The reader decides alone if it knows the meaning of the sentences. */
const BY_MEANING: FactBounds = { sure: 0.25, least: 0.25, possible: 0 };
/** Long talks of two friends are full of facts, so more is kept of them. */
const OF_FRIENDS: FactBounds = { sure: 0.5, least: 0.01, possible: 0 };
const BY_WORDS: FactBounds = { sure: 0.3, least: 0.01, possible: 0.15 };

/** Returns the reader's view of the sentences of the rules. */
export function factsIn({ read, segments }: Heard): {
  chanceOf: FactChance;
  boundsFor: (kind: KindOfTalk) => FactBounds;
} {
  const bySegment = new Map<string, { text: string; chance: number }[]>();
  for (const [unit, chance] of read.factChances) {
    const { id } = segments[unit.turn]!;
    bySegment.set(id, [...(bySegment.get(id) ?? []), { text: plain(unit.text), chance }]);
  }
  const chanceOf: FactChance = ({ segment, text }) => {
    const said = plain(text);
    const same = (bySegment.get(segment.id) ?? []).filter(
      (unit) => unit.text.includes(said) || said.includes(unit.text),
    );
    return Math.max(0, ...same.map(({ chance }) => chance));
  };
  const boundsFor = (kind: KindOfTalk): FactBounds => {
    if (!read.meanings) return BY_WORDS;
    return kind === 'friends' ? OF_FRIENDS : BY_MEANING;
  };
  return { chanceOf, boundsFor };
}

const plain = (text: string): string => wordsOf(text).join(' ');

/** Facts in the user's own words, for languages that the rules cannot reword. */
export function factsAsSaid(heard: Heard): MadeMemory[] {
  const { transcript, read, reader, segments } = heard;
  const most = 2 * (transcript.memories_of_each_kind ?? MEMORIES_OF_EACH_KIND);
  const taken = new KnownTexts(transcript.known_memories);
  const isTakenAway = wasTakenAway(transcript);
  const made: MadeMemory[] = [];
  const facts = factsOf(read, reader);
  for (const fact of facts.toSorted((one, other) => other.chance - one.chance)) {
    const segment = segments[fact.unit.turn]!;
    const isCertain = segment.is_user && (segment.confidence ?? 1) >= MIN_CONFIDENCE;
    const content = shortened(capitalised(wordsIn(heard, fact)), LONGEST);
    if (!isCertain || made.length >= most || wordsOf(content).length < 2) continue;
    if (taken.says(content) || isTakenAway(content)) continue;
    taken.add(content);
    made.push({ content, category: 'interesting', segment_id: segment.id });
  }
  return made;
}
