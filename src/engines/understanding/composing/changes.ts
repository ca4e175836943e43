/** What a talk changes about the facts that are known: which are over, and which are told again. */
import { capitalised } from '../../../core/text.ts';
import type { FactChange, MadeMemory, Transcript, TranscriptSegment } from '../maker.ts';
import { unitsOf, type Unit } from '../../words/units.ts';
import { asFact } from './wording/fact-wording.ts';
import { isSurelyOwn } from './facts.ts';
import { saidIn, storedIn } from '../../facts/claims.ts';
import { compared } from '../../facts/compared.ts';
import { KnownTexts } from '../../facts/equality.ts';
import { factTokens } from '../../facts/tokens.ts';

/** More sentences with facts are not compared, because every one is compared with every fact. */
const MAX_SENTENCES = 300;

export interface Changed {
  changes: FactChange[];
  memories: MadeMemory[];
}

interface Sentence {
  text: string;
  segment: TranscriptSegment;
}

/** The words that take the place of a fact, and what they name: "Porto". */
interface Successor {
  memory: MadeMemory;
  value: string;
}

/**
 * Returns the changes, and the new memories without those that say the same as a known fact or are
 * over before the talk ends. Adds the words that close a fact when no memory tells them yet.
 */
export function withChanges(
  transcript: Transcript,
  language: string,
  memories: readonly MadeMemory[],
): Changed {
  const standing = transcript.standing_memories ?? [];
  const sentences = toldBy(transcript, language);
  const changes = new Map<string, FactChange>();
  const successors: Successor[] = [];
  for (const { text, segment } of sentences) {
    for (const { id, content } of standing) {
      const verdict = compared(content, text, language);
      if (!verdict) continue;
      const rest = verdict.verdict === 'closed' ? restOf(content, text, language) : '';
      const change = { memory_id: id, segment_id: segment.id, ...verdict };
      const words = verdict.verdict === 'retold' ? text : '';
      changes.set(id, { ...change, ...(rest && { rest }), ...(words && { words }) });
      if (verdict.verdict === 'closed') {
        successors.push(...successorOf(text, language, { rule: verdict.rule, segment }));
      }
    }
  }
  const byContent = new Map(standing.map((known) => [known.content, known]));
  const known = new KnownTexts(byContent.keys(), language);
  const told = memories.filter((memory) => {
    const { content, segment_id } = memory;
    const same = byContent.get(known.find({ text: content }) ?? '');
    if (same && segment_id !== null && !changes.has(same.id)) {
      const again = { memory_id: same.id, segment_id, verdict: 'retold' as const, words: content };
      changes.set(same.id, { ...again, rule: 'same-words' });
    }
    const later = same ? null : overLater(memory, sentences, language);
    if (later) successors.push(...successorOf(later.text, language, later));
    return !same && !later;
  });
  const worded = told.map((memory) => ({ ...memory, content: asHome(memory.content, language) }));
  return {
    changes: [...changes.values()],
    memories: [...worded, ...untold(successors, worded, language)],
  };
}

/** The successors of which no memory of the same segment names what they name. */
function untold(
  successors: readonly Successor[],
  told: readonly MadeMemory[],
  language: string,
): MadeMemory[] {
  const known = new KnownTexts(
    told.map(({ content }) => content),
    language,
  );
  return successors.flatMap(({ memory, value }) => {
    const names = (text: string) => {
      const tokens = new Set(factTokens(text, language));
      return factTokens(value, language).every((token) => tokens.has(token));
    };
    const isTold = told.some(
      ({ content, segment_id }) => segment_id === memory.segment_id && names(content),
    );
    if (isTold || known.find({ text: memory.content })) return [];
    known.add({ text: memory.content });
    return [memory];
  });
}

const BETWEEN_FACTS = /\. (?=\p{Lu})|,? (?:and|und|y) (?=(?:they|he|she|ich|wir)? ?\p{Ll}+)/u;

/** The parts of a known fact that its end leaves true: "Has a dog and they live in Ghent". */
function restOf(known: string, said: string, language: string): string {
  const parts = known
    .split(BETWEEN_FACTS)
    .filter((part) => storedIn(part, language).claims.length > 0);
  const left = parts.filter((part) => compared(part, said, language)?.verdict !== 'closed');
  return left.length < parts.length ? capitalised(left.join('. ')) : '';
}

/** The sentences of the user that say a fact or an end. */
function toldBy({ segments }: Transcript, language: string): Sentence[] {
  const own = segments.filter(isSurelyOwn);
  const turns = own.map(({ text }) => ({ text, speaker: '', isUser: true }));
  return unitsOf({ language, turns })
    .map((unit: Unit) => ({ text: unit.text, segment: own[unit.turn]! }))
    .filter(({ text }) => {
      const { claims, endings } = saidIn(text, language);
      return claims.length + endings.length > 0;
    })
    .slice(0, MAX_SENTENCES);
}

/** The later words of the same talk that end a fact. */
function overLater(
  { content, segment_id }: MadeMemory,
  sentences: readonly Sentence[],
  language: string,
): (Sentence & { rule: string }) | null {
  const at = sentences.findLastIndex(({ segment }) => segment.id === segment_id);
  for (const sentence of at < 0 ? [] : sentences.slice(at + 1)) {
    const verdict = compared(content, sentence.text, language);
    if (verdict?.verdict === 'closed') return { ...sentence, rule: verdict.rule };
  }
  return null;
}

/** How facts are worded when they replace others: "We moved to Porto" is "Lives in Porto". */
const WORDINGS: Readonly<Record<string, (value: string) => string>> = {
  home: (value) => `Lives in ${value}`,
  employer: (value) => `Works for ${value}`,
};

/** "Moved to Porto" alone says where the user lives today, and is found by that. */
function asHome(content: string, language: string): string {
  const claim = language === 'en' && storedIn(content, language).claims[0];
  const isMove = claim && claim.rule.name === 'home-moved' && claim.who === 'user';
  return isMove && /^moved to /iu.test(content) && content.endsWith(claim.said)
    ? WORDINGS['home']!(claim.said)
    : content;
}

/** An end alone, such as "I quit smoking", has no successor. */
function successorOf(
  text: string,
  language: string,
  by: { rule: string; segment: TranscriptSegment },
): Successor[] {
  // The clause says less around the value than the whole sentence.
  const [claim] = saidIn(text, language)
    .claims.filter(({ rule }) => rule.name === by.rule)
    .toSorted((one, other) => one.said.length - other.said.length);
  if (!claim) return [];
  const wording = language === 'en' && claim.who === 'user' ? WORDINGS[claim.rule.relation] : null;
  const said = text.replace(/[\s.,;:!?]+$/u, '');
  const plain = language === 'en' ? asFact(said, language) : said;
  const content = capitalised(wording ? wording(claim.said) : plain);
  const found_by = `rules: ${claim.rule.name}`;
  return [
    {
      memory: { content, category: 'system', segment_id: by.segment.id, found_by },
      value: claim.said,
    },
  ];
}
