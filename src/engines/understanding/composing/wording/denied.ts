/** What somebody says that is not to be done, does not take place, or is only supposed or quoted. */
import type { Sentence, TalkReading } from '../../../reading/talk.ts';
import { isUnreal, type Run } from './conditions.ts';
import { clauseOf, phrasesIn, sentenceWords } from '../words.ts';

const word = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}'’])(?:${pattern})(?![\p{L}'’])`, 'iu');

const DO_NOT = String.raw`(?:(?:do|does|did)(?:n['’]?t| not)|no longer|never)(?: (?!you\b)\p{L}+)?`;
const MUST = '(?:muss|müsst?|müssen|musst|brauch(?:e|st|t|en)?|werde[nt]?|wirst|will|wollen)';
const PERSON = '(?:ich|wir|du|ihr|man)';
/** "I don't need to call", "ich muss heute nicht zur Bank", "no hace falta llamar". */
const NOT_TO_DO = [
  word(
    String.raw`${DO_NOT} (?:need|have|want|plan|intend|got) to|need(?:n['’]t| not)|no need to` +
      String.raw`|(?:not|['’]t) (?:going|gonna|supposed)|(?:will not|won['’]?t) (?!you\b)`,
  ),
  word(String.raw`(?:${PERSON} ${MUST}|${MUST} ${PERSON}) (?:[^,]*? )?(?:nicht|kein(?:e[nmrs]?)?)`),
  word(
    String.raw`(?:no|nunca|tampoco) (?:(?:me|te|le|nos) )?(?:ten(?:go|emos) que|tienes? que|hace falta` +
      String.raw`|hay que|necesit(?:o|as|amos)|v(?:oy|amos|as) a)`,
  ),
];
/** "You don't have to call until Friday", "nicht nur Milch", "no tengo que olvidar". */
const STILL_TO_DO = word(
  String.raw`until|till|before|nicht nur|nicht vergessen|erst|bis|vor|hasta|no solo|no sólo|antes|olvidar\p{L}*|forget|vergessen|\p{L}*\?`,
);
const SUPPOSED = word(
  String.raw`^\P{L}*(?:i wish|if only|ich wünschte|wünschte ich|ojalá|suppos(?:e|ing)|imagine|hypothetically|what if` +
    String.raw`|angenommen|stell dir vor|nehmen wir an|supongamos|imagina|imagínate)`,
);
/** Somebody else's words about themselves in quotation marks: `Tom said: "I will call"`. */
const QUOTED = new RegExp(
  String.raw`(?<![\p{L}])(?:\p{Lu}\p{L}+|he|she|they|er|sie|él|ella)(?<!\b(?:I|We|You|Ich|Wir|Yo)) ` +
    String.raw`(?:has |had |hat )?(?:said|says|wrote|writes|told (?:me|us)|sagte?|schrieb|meinte|gesagt` +
    String.raw`|dijo|dice|escribió)[,:]? ["“„«](?:I|We|Ich|Wir|Yo|Tengo|Tenemos|Voy|Vamos)(?![\p{L}])`,
  'u',
);

/** Whether a clause says that something is not to be done. */
const isNotToDo = (clause: string): boolean =>
  NOT_TO_DO.some((pattern) => pattern.test(clause)) &&
  !STILL_TO_DO.test(clause) &&
  !clause.includes('?');

/** Whether a sentence only supposes something, or says what would be. */
export const isSupposed = (reading: TalkReading, sentence: Pick<Sentence, 'unit'>): boolean =>
  SUPPOSED.test(sentence.unit.text) || isUnreal(reading, sentence);

/** Whether a sentence quotes somebody else. */
const isQuoted = (sentence: string): boolean => QUOTED.test(sentence);

const CANCELLED = [
  word(String.raw`cancel{1,2}ed|called off|has been dropped`),
  word(String.raw`abgesagt|storniert|fällt (?:[^,]*? )?aus|fallen (?:[^,]*? )?aus|ausgefallen`),
  word(String.raw`cancelad[oa]s?|anulad[oa]s?|suspendid[oa]s?|se (?:canceló|anuló|suspendió)`),
  word(String.raw`${DO_NOT} have (?:an?|any|the|my|our)`),
  word(String.raw`there (?:is|are|'s|will be) no|(?:have|has|got) no`),
  word(
    String.raw`(?:habe|haben|hab|gibt es|ist|findet) (?:[^,]*? )?kein(?:e[nmrs]?)?|findet (?:[^,]*? )?nicht statt`,
  ),
  word(String.raw`no (?:tengo|tenemos|tienes|hay|habrá|se hace)`),
];
const STILL_ON = word(
  String.raw`(?:not|n['’]t|never|nicht|no (?:est[áa]|se|ha sido|han)|nunca) (?:(?:been|yet|get) )?` +
    String.raw`(?:cancel{1,2}ed|called off|abgesagt|storniert|cancelad[oa]|anulad[oa]|suspendid[oa]|canceló)` +
    String.raw`|(?:no|nothing|nichts|kein(?:e[nmrs]?)?|ningún|ninguna?) (?:plans?|time|idea|clue|choice` +
    String.raw`|zeit|ahnung|tiempo|idea|más|more|other|longer|problem\p{L}*)`,
);

/** Whether a clause says that what it names does not take place. */
export const isCancelled = (clause: string): boolean =>
  CANCELLED.some((pattern) => pattern.test(clause)) && !STILL_ON.test(clause);

/** "Que llamar" is what "no tengo" denies. */
function wholeClauseOf(reading: TalkReading, sentence: Sentence, at: number) {
  const { from, to } = clauseOf(reading, sentence, at);
  const isObject = (start: number) => start > 0 && sentence.unit.tokens[start]?.word === 'que';
  return {
    from: isObject(from) ? clauseOf(reading, sentence, from - 1).from : from,
    to: isObject(to) ? clauseOf(reading, sentence, to).to : to,
  };
}

/**
 * Returns the longest run of words of a task that is to be done; undefined when no words are marked, and null when
 * somebody says that all of it is not to be done, only supposes it, or quotes somebody.
 */
export function toDoIn(reading: TalkReading, sentence: Sentence): Run | null | undefined {
  const { text } = sentence.unit;
  if (isSupposed(reading, sentence) || isQuoted(text)) return null;
  const isDenied = (at: number) => {
    const { from, to } = wholeClauseOf(reading, sentence, at);
    return isNotToDo(sentenceWords(reading, sentence, from, to));
  };
  const phrases = phrasesIn(reading, sentence, 'task', { isLoose: true });
  if (phrases.length === 0) return isNotToDo(text) ? null : undefined;
  const left = phrases.flatMap(({ from: start, to }) => {
    let from = start;
    while (from < to && isDenied(from)) from = wholeClauseOf(reading, sentence, from).to;
    return from < to ? [{ from, to }] : [];
  });
  return left.toSorted((one, other) => other.to - other.from - (one.to - one.from))[0] ?? null;
}

const OBJECT = /^(?:that|dass|que|ob|whether)$/u;

/** "Tell Ana that …" needs what to tell. */
export function withObject(reading: TalkReading, sentence: Sentence, { from, to }: Run): Run {
  const isOpen = OBJECT.test(sentence.unit.tokens[to]?.word ?? '');
  return { from, to: isOpen ? clauseOf(reading, sentence, to).to : to };
}
