/** Words the lasting facts about the user that were read. */
import { alternatives, capitalised, wordList } from '../../../core/text.ts';
import type { Sentence, TalkReading } from '../../reading/talk.ts';
import { MASK } from '../../secrets/secret-finder.ts';
import {
  MEMORIES_OF_EACH_KIND,
  type HeardAgain,
  type MadeMemory,
  type TranscriptSegment,
} from '../maker.ts';
import { KnownTexts } from '../../facts/equality.ts';
import { BETWEEN_SENTENCES, wasTakenAway } from '../../facts/same-fact.ts';
import { UNCLEAR } from '../without-doubtful-words.ts';
import { CHANCES, boundOf, leastOf } from './bounds.ts';
import { tagged } from '../language.ts';
import { withDeciding } from './wording/deciding-words.ts';
import { named } from './fact-forms.ts';
import { asFact, ownClauses } from './wording/fact-wording.ts';
import { languageOf, type HeardTalk } from './heard.ts';
import {
  clauseOf,
  contentOf,
  inClauses,
  isFunctionWord,
  longestIn,
  sentenceWords,
  withRest,
  wordsAsWritten,
} from './words.ts';

/**
 * Words with a lower confidence never become a memory, because a wrong memory is worse than a
 * missing one. Words without a confidence (typed text) are certain.
 */
const MIN_CONFIDENCE = 0.6;

/** Whether the user surely said a segment, and the recogniser was sure of its words. */
export const isSurelyOwn = ({
  is_user,
  is_user_probable,
  confidence,
}: TranscriptSegment): boolean =>
  is_user && !is_user_probable && (confidence ?? 1) >= MIN_CONFIDENCE;

/** What a person is known by; other facts are interesting. */
const SYSTEM = new Set(
  wordList(`
  name birthday age home hometown employer job school study partner child parent sibling relative
  friend pet diet allergy health medication language favourite dislike vehicle possession habit hobby`),
);
const MAX_WORDS = 26;

/** The new facts of a talk, and those that it tells again. */
export interface FoundFacts {
  facts: MadeMemory[];
  heard_again: HeardAgain[];
}

export function factsIn(reading: TalkReading, heard: HeardTalk): FoundFacts {
  const { transcript, segments } = heard;
  const most = 2 * (transcript.memories_of_each_kind ?? MEMORIES_OF_EACH_KIND);
  const language = languageOf(transcript);
  const known = new KnownTexts([], language);
  for (const memory of transcript.known_memories) {
    for (const text of new Set([memory, ...memory.split(BETWEEN_SENTENCES)])) {
      known.add({ text }, memory);
    }
  }
  const taken = new KnownTexts([], language);
  const isTakenAway = wasTakenAway(transcript);
  const bound = leastOf('fact', transcript);
  const sure = reading.sentences.filter(
    ({ unit, fact, over }) =>
      fact >= bound && over < CHANCES.over && isSurelyOwn(segments[unit.turn]!),
  );
  const made: { memory: MadeMemory; index: number }[] = [];
  const heard_again: HeardAgain[] = [];
  const isTold = (text: string) => known.find({ text }) ?? taken.find({ text });
  const contentsOf = (sentence: Sentence): string[] => {
    if (sentence.unit.text.includes(MASK)) return [];
    const narrow = wordingsOf(sentence, reading, { language, isWide: false });
    // "Takes 20 mg of aspirin" and "of ibuprofen" may differ only in what was left out.
    const isWide = narrow.some(isTold);
    const all = isWide ? wordingsOf(sentence, reading, { language, isWide }) : narrow;
    return all.filter((content) => !content.includes(UNCLEAR));
  };
  for (const sentence of sure.toSorted((one, other) => other.fact - one.fact)) {
    if (made.length >= most) break;
    const segment_id = segments[sentence.unit.turn]!.id;
    for (const content of contentsOf(sentence)) {
      if (isTakenAway(content) || taken.find({ text: content })) continue;
      taken.add({ text: content });
      const before = known.find({ text: content });
      if (before !== undefined) {
        const isSure = sentence.fact >= boundOf('fact', transcript);
        if (isSure) heard_again.push({ known: before, content, segment_id });
        continue;
      }
      const memory: MadeMemory = {
        content,
        category: SYSTEM.has(sentence.relation) ? 'system' : 'interesting',
        segment_id,
        found_by: 'reader: fact',
        confidence: sentence.fact,
      };
      made.push({ memory, index: sentence.unit.index });
    }
  }
  const inOrder = made.toSorted((one, other) => one.index - other.index);
  return { facts: inOrder.map(({ memory }) => memory), heard_again };
}

/** The words of the facts; of the whole sentence when they say too little alone. */
function wordingsOf(
  sentence: Sentence,
  reading: TalkReading,
  { language, isWide }: { language: string; isWide: boolean },
): string[] {
  const { tokens } = sentence.unit;
  const span = longestIn(reading, sentence, 'fact');
  const run = span && inClauses(reading, sentence, span);
  const rest = run && withRest(reading, sentence, run, { isWide });
  const full = rest && withDeciding(sentence, rest, (at) => clauseOf(reading, sentence, at));
  const own = full && sentenceWords(reading, sentence, full.from, full.to);
  const whole = sentenceWords(reading, sentence, 0, tokens.length);
  const isShort = wordsAsWritten(whole).length <= MAX_WORDS && !whole.includes('?');
  const worded = (said: string) => wordingOf(said, sentence, reading, language);
  for (const said of own ? [own, ...(isShort ? [whole] : [])] : [whole]) {
    const parts = ownClauses(said, language).map(worded);
    if (parts.every((part) => part !== null)) return parts;
    const one = worded(said);
    if (one !== null) return [one];
  }
  return [];
}

function wordingOf(
  said: string,
  sentence: Sentence,
  reading: TalkReading,
  language: string,
): string | null {
  const told = asFact(said, language).replace(RECENT, '');
  if (VISITED.test(said) && TELLS_RECENT.test(said)) return null;
  const isWhole = isClause(told, said, language);
  // "Bricklayer" as an answer is a job; the last word of a longer sentence need not be.
  const isLoose =
    sentence.relation === 'job' &&
    !/^(?:an?|as) /iu.test(told) &&
    wordsAsWritten(sentence.unit.text).length - wordsAsWritten(said).length > AROUND_VALUE;
  const full = (isWhole || isLoose ? null : named(told, sentence.relation, language)) ?? told;
  if (language === 'en' && (OF_LISTENER.test(said) || !isSaid(full))) return null;
  const words = wordsAsWritten(full);
  if (words.length < 2 || words.length > MAX_WORDS || contentOf(full).size === 0) return null;
  const isClear = SAYS_WHO.test(full) || POINTS[language]?.test(full) !== true;
  return isClear ? full : subjectFor(full, sentence, reading);
}

/** Words around a value that is an answer: "Well, bricklayer." */
const AROUND_VALUE = 3;

/** "Adopted a pup last week" is true later without "last week". */
const RECENTLY =
  String.raw`(?<!\b(?:since|until|till|from|by|is|was)),? (?:yesterday|today|tonight|just now|the other day` +
  String.raw`|(?:last|this) (?:night|week|weekend|month|morning|afternoon|evening)` +
  String.raw`|(?:a|an|two|three|four|a few|a couple of) (?:days?|weeks?|weekends?|months?) ago` +
  String.raw`|gestern|heute|letzte[ns]? (?:nacht|woche|monat|wochenende)|vor (?:zwei|drei|ein paar) (?:tagen|wochen)` +
  String.raw`|ayer|hoy|anoche|(?:la semana|el mes|el fin de semana) pasad[oa]|hace (?:dos|tres|un[oa]s) (?:días|semanas))`;
const RECENT = new RegExp(`${RECENTLY}$`, 'iu');
const TELLS_RECENT = new RegExp(RECENTLY, 'iu');

/** "I was in Rome last week" is soon of no use. */
const VISITED =
  /^(?:(?:i|we) (?:was|were)|(?:ich|wir) (?:war|waren)|estuv(?:e|imos)|fu(?:i|imos) a)(?!\p{L})/iu;

/** "Drives a taxi", whose verb may also be a noun, and "The baby's due". */
const HAS_VERB = new RegExp(
  String.raw`(?<!\p{L})\p{L}+s (?:an?|the|their|in|at|on|near|over|with|for|to|by|from|about|as|up|it|every|\p{Lu}\p{L}*)(?!\p{L})` +
    String.raw`|\p{L}'s (?:due|in|at|on|an?|the|been|not|\p{L}+ing)(?!\p{L})`,
  'u',
);

/** What is said of the listener is no fact of the user. */
const OF_LISTENER = /^(?:\p{L}+, )?you(?!\p{L}| know\b)/iu;

/** Whether a fact says something about somebody: it has a verb, and is no rest of a sentence. */
const isSaid = (text: string): boolean =>
  !/^(?:which|who|whose|that|how|what|why|for|with|of|from|about|up|thanks|because|if|when|do)\b/i.test(
    text,
  ) &&
  (HAS_VERB.test(text) || tagged(text).some(({ pos }) => pos === 'VERB' || pos === 'AUX'));

/** "He's in Tulsa now", after "Caleb?", is "Caleb's in Tulsa now"; null if nobody was named. */
function subjectFor(told: string, { unit }: Sentence, { talk }: TalkReading): string | null {
  const pronoun = PERSONAL.exec(told)?.[0];
  if (pronoun === undefined) return null;
  for (let turn = unit.turn; turn >= Math.max(0, unit.turn - NAMED_BEFORE); turn -= 1) {
    const { text, speaker } = talk.turns[turn]!;
    const before = turn === unit.turn ? text.slice(0, unit.tokens[0]!.start) : text;
    const isOwn = speaker === talk.turns[unit.turn]!.speaker;
    const names = [...before.matchAll(NAMED)]
      .map(([name]) => (isOwn ? name.replace(/^(?:my|our) /iu, '') : name))
      .filter((name) => !isFunctionWord(name) && !NO_NAME.test(name))
      .filter((name) => !talk.turns.some((other) => other.speaker === name));
    const [name] = new Set(names);
    if (name !== undefined) return capitalised(told.replace(PERSONAL, name));
  }
  return null;
}

const NAMED_BEFORE = 2;
const PERSONAL = /^(?:he|she)(?=\s|'s\b)/iu;
const NO_NAME = new RegExp(
  `^(?:${alternatives(String.raw`
  \p{L}+day January February March April May June July August September October November December
  God Lord Doctor Dr Mrs? Ms Sir Christmas Easter Well What Who How Where Let`)})$`,
  'u',
);
/** Who is named: "my brother Fintan", "your sister", or a name by itself such as "Caleb?". */
const RELATIVE = alternatives(`
  husband wife mother father mum mom dad sister brother daughter son gran grandmother grandfather
  uncle aunt cousin boss neighbour neighbor cat dog`);
const NAMED = new RegExp(
  String.raw`\b(?:[Mm]y|[Oo]ur) (?:\p{Ll}+ )?(?:${RELATIVE})\b` +
    String.raw`|(?<=[\p{Ll},] )\p{Lu}\p{Ll}+(?!\p{L}|' ?\p{Lu})|(?<=^|[.?!] )\p{Lu}\p{Ll}+(?=\?|'s \p{Ll})`,
  'gu',
);

/** A later reader does not know what these words mean. */
const pointing = (words: string) =>
  new RegExp(String.raw`^(?:${alternatives(words)})(?=[\s,]|$)`, 'iu');
/** Of each language, because "es" points in German and is a verb in Spanish. */
const POINTS: Readonly<Record<string, RegExp>> = {
  en: pointing(`
    it it's its this that that's these those they they're he he's she she's there here him her them`),
  de: pointing('das die der den es er sie dies da dort'),
  es: pointing('eso esto ese esa él ella lo la allí ahí'),
};
/** "Der Hund" and "die Ärztin" say who. */
const SAYS_WHO = /^(?:der|die|das|den|dem) \p{Lu}/iu;

/** Whether the words have a verb of their own. */
const isClause = (told: string, said: string, language: string): boolean =>
  told.toLowerCase() !== said.toLowerCase() ||
  (language === 'en' ? ENGLISH_VERB : FOREIGN_VERB).test(told);
const ENGLISH_VERB =
  /\b(?:is|are|was|were|has|have|had|can|can't|lives?|works?|goes|does|do|likes?|loves?|[a-z]+(?:n't|ed))\b/i;
const FOREIGN_VERB =
  /(?<![\p{L}])(?:ist|hat|sind|war|wohnt|heißt|arbeitet|mag|kann|es|tiene|está|vive|se llama|trabaja)(?![\p{L}])/iu;
