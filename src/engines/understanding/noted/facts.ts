/** Facts about the user that the reader found. */
import { MEMORIES_OF_EACH_KIND, type MadeMemory } from '../maker.ts';
import { MIN_CONFIDENCE } from '../rules/memory-telling.ts';
import type { FactChance } from '../rules/memories.ts';
import { capitalised, wordsOf } from '../rules/text.ts';
import { wasTakenAway } from '../same-fact.ts';
import { shortened } from '../short-text.ts';
import { KnownTexts } from '../text-likeness.ts';
import { asFact, ownClause } from '../rules/memory-wording.ts';
import type { Found } from '../reader/reader.ts';
import { listenerOf, wordsIn, type Heard } from './heard.ts';

/** What the rules find is dropped below `least`; from `sure` on, the reader alone decides. */
const BOUNDS = { sure: 0.3, least: 0.01 };

/** Returns the reader's view of the sentences of the rules. */
export function factsIn({ read, segments }: Heard): {
  chanceOf: FactChance;
  bounds: { sure: number; least: number };
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
  return { chanceOf, bounds: BOUNDS };
}

const plain = (text: string): string => wordsOf(text).join(' ');

function contentOf(fact: Found, heard: Heard): string {
  const said = wordsIn(heard, fact);
  const told =
    heard.read.all.talk.language === 'en'
      ? asFact(ownClause(said), listenerOf(heard, fact.unit))
      : said;
  return shortened(capitalised(told), 200);
}

/** Facts in the user's own words, for languages that the rules cannot reword. */
export function factsAsSaid(heard: Heard, before: readonly MadeMemory[] = []): MadeMemory[] {
  const { transcript, read, segments } = heard;
  const most = 2 * (transcript.memories_of_each_kind ?? MEMORIES_OF_EACH_KIND);
  const taken = new KnownTexts([
    ...transcript.known_memories,
    ...before.map(({ content }) => content),
  ]);
  const isTakenAway = wasTakenAway(transcript);
  const made: MadeMemory[] = [...before];
  for (const fact of read.facts.toSorted((one, other) => other.chance - one.chance)) {
    const segment = segments[fact.unit.turn]!;
    const isCertain = segment.is_user && (segment.confidence ?? 1) >= MIN_CONFIDENCE;
    if (before.some(({ segment_id }) => segment_id === segment.id)) continue;
    const content = contentOf(fact, heard);
    if (!isCertain || made.length >= most || wordsOf(content).length < 2) continue;
    if (taken.says(content) || isTakenAway(content)) continue;
    taken.add(content);
    made.push({ content, category: 'interesting', segment_id: segment.id });
  }
  return made;
}
