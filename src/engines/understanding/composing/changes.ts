/** What a talk changes about the facts that are known: which are over, and which are told again. */
import { capitalised } from '../../../core/text.ts';
import type { FactChange, MadeMemory, Transcript, TranscriptSegment } from '../maker.ts';
import { unitsOf, type Unit } from '../../reading/units.ts';
import { asFact } from './wording/fact-wording.ts';
import { isSurelyOwn } from './facts.ts';
import { saidIn, storedIn } from '../../facts/claims.ts';
import { compared } from '../../facts/compared.ts';

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

/**
 * Returns the changes, and the new memories without those that tell a known fact again or are over
 * before the talk ends. Adds the words that close a fact when no memory tells them yet.
 */
export function withChanges(
  transcript: Transcript,
  language: string,
  memories: readonly MadeMemory[],
): Changed {
  const standing = transcript.standing_memories ?? [];
  const sentences = toldBy(transcript, language);
  const changes = new Map<string, FactChange>();
  const successors: MadeMemory[] = [];
  for (const { text, segment } of sentences) {
    for (const { id, content } of standing) {
      const verdict = compared(content, text, language);
      if (!verdict) continue;
      const rest = verdict.verdict === 'closed' ? restOf(content, text, language) : '';
      const change = { memory_id: id, segment_id: segment.id, ...verdict };
      changes.set(id, { ...change, ...(rest && { rest }) });
    }
    const closes = [...changes.values()].some(
      ({ segment_id, verdict, rule }) =>
        segment_id === segment.id && verdict === 'closed' && !rule.startsWith('over-'),
    );
    const successor = closes && successorOf(text, language, segment.id);
    if (successor) successors.push(successor);
  }
  const told = memories.filter((memory) => {
    const same = standing.find(
      ({ content }) => compared(content, memory.content, language)?.verdict === 'retold',
    );
    if (same && memory.segment_id !== null && !changes.has(same.id)) {
      const { rule } = compared(same.content, memory.content, language)!;
      const { segment_id } = memory;
      changes.set(same.id, { memory_id: same.id, segment_id, verdict: 'retold', rule });
    }
    return !same && !isOverLater(memory, sentences, language);
  });
  const added = successors.filter(
    ({ content, segment_id }) =>
      !told.some(
        (memory) =>
          memory.segment_id === segment_id ||
          compared(memory.content, content, language)?.verdict === 'retold',
      ),
  );
  return { changes: [...changes.values()], memories: [...told, ...added] };
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

function isOverLater(
  { content, segment_id }: MadeMemory,
  sentences: readonly Sentence[],
  language: string,
): boolean {
  const at = sentences.findLastIndex(({ segment }) => segment.id === segment_id);
  return (
    at >= 0 &&
    sentences
      .slice(at + 1)
      .some(({ text }) => compared(content, text, language)?.verdict === 'closed')
  );
}

/** How facts are worded when they replace others: "We moved to Porto" is "Lives in Porto". */
const WORDINGS: Readonly<Record<string, (value: string) => string>> = {
  home: (value) => `Lives in ${value}`,
  employer: (value) => `Works for ${value}`,
};

function successorOf(text: string, language: string, segment_id: string): MadeMemory | null {
  const claim = saidIn(text, language).claims.find(({ rule }) => rule.closes !== 'never');
  if (!claim) return null;
  const wording = language === 'en' && claim.who === 'user' ? WORDINGS[claim.rule.relation] : null;
  const said = text.replace(/[\s.,;:!?]+$/u, '');
  const plain = language === 'en' ? asFact(said, language) : said;
  const content = capitalised(wording ? wording(claim.said) : plain);
  return { content, category: 'system', segment_id, found_by: `rules: ${claim.rule.name}` };
}
