/** Conditions of what is to be done: "if it rains". An unreal one, as in "if I were rich", leaves nothing to do. */
import type { Sentence, TalkReading } from '../../../reading/talk.ts';
import { isApart, sentenceWords } from '../words.ts';

export interface Run {
  from: number;
  to: number;
}

const IF = /^(?:if|unless|wenn|falls|sofern|si)$/u;
/** "What if" asks, and "as if" compares. */
const OTHER = /^(?:what|as|als|como|qué)$/u;
const WITH_IF = /^(?:even|only|except|auch|nur|außer|selbst|por|solo|sólo|excepto|incluso)$/u;
/** "If so", "if you like": nothing on which a task depends. */
const NO_CONDITION = new RegExp(
  String.raw`^(?:if (?:so|not|only|i may|you (?:like|want|wish|please|will|(?:don't|wouldn't) mind|can|could|would)` +
    String.raw`|that(?:'s| is) (?:ok|okay|fine|all right))` +
    String.raw`|(?:wenn|falls) (?:nicht|möglich|(?:du|ihr|sie) ` +
    String.raw`(?:willst|wollt|wollen|magst|mögt|möchtest?n?|kannst|könntest|könnten))` +
    String.raw`|si (?:no|es posible|no te importa|quieres?|quieren|puedes?|pueden|pudieras?))$`,
  'u',
);
const LONGEST = 18;
/** Words with which the main clause goes on where no mark stands before it. */
const SUBJECT = /^(?:i|we|you|he|she|they|please|then|entonces|tengo|tenemos|hay)$/u;
const WITH_VERB = /^(?:i|we|you|he|she|they)'(?:ll|d|ve|m|re)$/u;
const MODAL = /^(?:will|would|must|need|have|should|can|could|shall|may|might|am|are|want|que)$/u;
const GERMAN_SUBJECT = /^(?:ich|wir|du|ihr|man)$/u;
const isThen = (word: string): boolean => word === 'then' || word === 'entonces';
const BY = /^(?:by|until|till|before|since|hasta|para|desde)$/u;
/** "Sollte es regnen" is "falls es regnen sollte". */
const VERB_FIRST = /^(?:sollten?|solltest)$/u;

/** Returns the words of the condition in a sentence. */
export function conditionIn({ talk }: TalkReading, { unit }: Pick<Sentence, 'unit'>): Run | null {
  const { tokens, turn } = unit;
  const { text } = talk.turns[turn]!;
  const isIf = ({ word }: { word: string }, at: number) =>
    IF.test(word) && !OTHER.test(tokens[at - 1]?.word ?? '');
  const isFirst = talk.language === 'de' && VERB_FIRST.test(tokens[0]!.word);
  const at = isFirst && !unit.text.includes('?') ? 0 : tokens.findIndex(isIf);
  if (at < 0) return null;
  const rest = tokens.slice(at + 2);
  const end = rest.findIndex(
    ({ word }, far) =>
      isApart(text, tokens, at + 2 + far) ||
      (far > 0 && (WITH_VERB.test(word) || (isThen(word) && !BY.test(rest[far - 1]!.word)))) ||
      (far > 0 && SUBJECT.test(word) && MODAL.test(rest[far + 1]?.word ?? '')) ||
      (far > 0 && GERMAN_SUBJECT.test(rest[far + 1]?.word ?? '')),
  );
  const to = end < 0 ? tokens.length : at + 2 + end;
  const from = at > 0 && WITH_IF.test(tokens[at - 1]!.word) ? at - 1 : at;
  const isShort = to - from <= LONGEST;
  const first = tokens.slice(at, at + 3).map(({ word }) => word);
  const isNone = [2, 3].some((count) => NO_CONDITION.test(first.slice(0, count).join(' ')));
  return isShort && !isNone ? { from, to } : null;
}

/** Returns a condition as it stands behind a task. */
export function wordedCondition(
  reading: TalkReading,
  sentence: Sentence,
  { from, to }: Run,
): string {
  const said = sentenceWords(reading, sentence, from, to);
  const [, first = '', rest = ''] = /^(\S+)\s+(.*)$/su.exec(said) ?? [];
  const lower = first.toLowerCase();
  if (VERB_FIRST.test(lower)) return `, falls ${rest} ${lower}`;
  return `${reading.talk.language === 'de' ? ',' : ''} ${lower} ${rest}`;
}

const word = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}'])(?:${pattern})(?![\p{L}'])`, 'iu');

/** What is only imagined in a condition, what would follow, and what only asks politely. */
const IMAGINED: Readonly<
  Record<string, readonly [condition: RegExp, result: RegExp, polite: RegExp]>
> = {
  en: [
    /(?<![\p{L}'])(?:were|weren't|was|wasn't|had|hadn't|did|didn't|could|knew|won|came|got|saw|\p{L}{2,}ed)(?![\p{L}'])/iu,
    word(
      String.raw`(?:i|we|he|she|they|it|this|that|\p{Lu}\p{Ll}+) (?:would|wouldn't|could|might)|(?:i|we|he|she|they|it)'d`,
    ),
    new RegExp(
      String.raw`(?:would|'d) (?:\p{L}+ )?(?:like|love|appreciate|help|mean|be (?:\p{L}+ )?(?:great|good|nice|lovely` +
        String.raw`|happy|glad|perfect|grateful|wonderful|helpful|fantastic|amazing|delighted|brilliant))(?!\p{L})`,
      'iu',
    ),
  ],
  de: [
    /(?<!\p{L})(?:wäre|hätte|könnte|würde|käme|gäbe|wüsste|müsste|dürfte|ginge)(?:n|s?t)?(?!\p{L})/iu,
    /(?<!\p{L})(?:würde|müsste|könnte|wäre|hätte|sollte|dürfte)(?:n|s?t)?(?!\p{L})/iu,
    /(?<!\p{L})(?:toll|super|nett|lieb|gut|schön|freuen|klasse|prima|dankbar|hilfreich|perfekt|großartig)(?!\p{L})/iu,
  ],
  es: [
    word(
      String.raw`(?:fuera|\p{L}+[ij]era|\p{L}+iese|(?!(?:com|se|pre)?para|c?lara|cara|rara)\p{L}+ara)(?:s|n)?|\p{L}+[áé]ramos`,
    ),
    /(?<!\p{L})(?:\p{L}+ría(?:s|n|mos)?|hubiera(?:s|n)?)(?!\p{L})/iu,
    /(?:encantaría|agradecería|gustaría|(?:estaría|vendría) bien|sería (?:genial|estupendo|perfecto|bueno|ideal))/iu,
  ],
};
/** "Hätte ich Zeit, würde ich anrufen": without a conjunction. */
const GERMAN_WITHOUT = new RegExp(
  String.raw`^(?:und |aber )?(?:hätte|wäre|würde|könnte|käme|gäbe|müsste|wüsste)[nst]* [^,?]+, ` +
    String.raw`(?:dann |so )?(?:würde|hätte|wäre|könnte|müsste)[nst]* [^?]*$`,
  'iu',
);

/** Whether a sentence says what would be, were it not for the facts. */
export function isUnreal(reading: TalkReading, sentence: Pick<Sentence, 'unit'>): boolean {
  const { text, tokens } = sentence.unit;
  if (GERMAN_WITHOUT.test(text)) return reading.talk.language === 'de';
  const run = conditionIn(reading, sentence);
  const [condition, result, polite] = IMAGINED[reading.talk.language] ?? [];
  if (!run || !condition || !result || text.includes('?')) return false;
  const said = (from: number, to: number) =>
    from < to ? sentenceWords(reading, sentence, from, to) : '';
  const main = `${said(0, run.from)} ${said(run.to, tokens.length)}`.trim();
  return condition.test(said(run.from, run.to)) && result.test(main) && !polite!.test(main);
}
