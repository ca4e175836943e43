/**
 * Handles answers that have no meaning without their question: "Do you have pets?" "Yes, two cats."
 */

const YES =
  /^(?:(?:oh|ah|well|um+),? )?(?:yes|yeah|yep|yup|sure|i do|i am|i have|of course|definitely|absolutely|indeed)\b[,.!]*\s*(?:(?:i (?:do|am|have|did)|we do)\b[,.!]*\s*)?/i;
const NO =
  /^(?:(?:oh|well),? )?(?:no|nope|never|not really|not at all)\b[,.!]*\s*(?:i (?:don't|'m not|am not|haven't)\b[,.!]*\s*)?/i;
/** Words that mark an answer as a whole sentence. A fragment has no subject or verb. */
const WHOLE = /\b(?:i|i'm|i've|you|we|it|it's|that|that's|he|she|they|my)\b/i;
const MAX_WORDS = 10;

type Answer = (question: RegExpExecArray, said: string) => string;

/** Questions that can be answered with only a name, a place or a number. */
const OPEN: readonly (readonly [RegExp, Answer])[] = [
  [
    /\bwhere do you (live|work|come from|study|teach|volunteer|train)\b/i,
    (q, said) => `I ${q[1]} ${placed(q[1]!, said)}`,
  ],
  [/\bwhere are you from\b/i, (_, said) => `I'm from ${said.replace(/^from /i, '')}`],
  [
    /\bhow long have you (been \w+ing|lived|worked|played|had|known|studied|owned|practi[cs]ed)\b(.*)$/i,
    (q, said) => `I've ${q[1]}${q[2]} ${/^(?:since|for)\b/i.test(said) ? said : `for ${said}`}`,
  ],
  [/\bhow many (.+?) do you (have|own|play|speak)\b/i, (q, said) => `I ${q[2]} ${said} ${q[1]}`],
  [
    /\bwhat do you do(?: for (?:a living|work))?$/i,
    (_, said) => (/^an? /i.test(said) ? `I'm ${said}` : `I work in ${said.replace(/^in /i, '')}`),
  ],
  [
    /\b(?:what|which|what kind of|what type of|what sort of)(?: \w+)? do you (play|speak|teach|study|collect|write|grow|paint|eat|drink|drive|prefer|like(?: (?:best|most))?|enjoy(?: most)?|love)\b(?!.*\babout\b)/i,
    (q, said) => `I ${q[1]!.replace(/ (?:best|most)$/i, '')} ${said}`,
  ],
  [
    /\b(?:what's|what is|what are|who's|who is|when's|when is) your ((?:favou?rite )?[a-z]+(?: name)?)(?: these days)?$/i,
    (q, said) => `My ${q[1]} is ${said}`,
  ],
];

/** "You're a nurse?" can be answered with another profession or trait. */
const GUESS =
  /^(?:(?:so|oh|and|ah),? )*you(?:'re| are) (?:an? )(?!bit|little|lot|good|star|genius|liar|saint)[\w -]+$/i;
const NOUN = /^(?:an? )?\p{L}[\p{L}-]*(?: \p{L}+)?$/u;

/** Questions that can be answered with yes or no, perhaps followed by more words. */
const CLOSED =
  /^(?:(?:so|and|but|oh|wow|by the way),? )*(do|are) you (?:(?:also|still|really|actually|even) )?((?:have|own|like|love|enjoy|play|speak|eat|drink|smoke|work|live|collect|drive|teach|study|volunteer|cook|run|paint|sing|read|write|travel|an?|from|married|single|vegan|vegetarian|allergic|retired|left-handed)\b.*)$/i;

/**
 * Turns an answer into a whole sentence of the speaker. Returns null for an answer that is already
 * a sentence, or has no meaning.
 */
export function answerInFull(question: string, answer: string): string | null {
  const asked = lastQuestion(question);
  const said = answer.replace(/[\s.!]+$/, '');
  if (WHOLE.test(rest(said)) || said.split(' ').length > MAX_WORDS || asked === null) return null;
  return fromOpen(asked, said) ?? fromGuess(asked, said) ?? fromClosed(asked, said);
}

const rest = (said: string): string => said.replace(YES, '').replace(NO, '');

function lastQuestion(question: string): string | null {
  const asked = question
    .replace(/[\s?]+$/, '')
    .replace(/,? (?:by the way|then|now|too|if i may ask|at the moment)$/i, '');
  return asked === '' ? null : asked;
}

/**
 * Makes the first letter lower case unless the word may be a name, so that the text can continue a
 * sentence.
 */
function continued(said: string): string {
  const isPlain = /^(?:a|(?:in|at|on|for|since|two|three|four|five|six|my)\b)/i.test(said);
  return isPlain ? said.charAt(0).toLowerCase() + said.slice(1) : said;
}

function fromOpen(asked: string, said: string): string | null {
  if (YES.test(said) || NO.test(said)) return null;
  for (const [pattern, answer] of OPEN) {
    const match = pattern.exec(asked);
    if (match) return answer(match, continued(said));
  }
  return null;
}

function fromGuess(asked: string, said: string): string | null {
  if (!GUESS.test(asked)) return null;
  const other = said.replace(/^(?:no|well|actually),? /i, '');
  if (/^(?:no|nope)$/i.test(other) || !NOUN.test(other) || !isProfession(other)) return null;
  const noun = other.replace(/^an? /i, '').toLowerCase();
  return `I'm ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** "Midwife" and "Teacher" end like professions; "Sometimes" and "Exactly" do not. */
const isProfession = (noun: string): boolean =>
  /(?:er|or|ist|ian|ant|ent|man|woman|wife|nurse|cook|chef|clerk|vet|judge|guard|pilot|smith|wright|ee)$/i.test(
    noun,
  ) && !/^(?:never|ever|over|later|either|whatever|however|brilliant|excellent)$/i.test(noun);

function fromClosed(asked: string, said: string): string | null {
  const match = CLOSED.exec(asked);
  if (!match || /\b(?:or|me|this|that|it|them|mind|want|think|know)\b/i.test(match[2]!))
    return null;
  const [, verb, what] = match;
  const about = what!.replace(/\b(?:any|your)\b ?/gi, (word) => (/^any/i.test(word) ? '' : 'my '));
  if (NO.test(said)) return /^are/i.test(verb!) ? `I'm not ${about}` : `I don't ${what}`;
  if (!YES.test(said)) return null;
  const thing = rest(said).replace(/^(?:and|with|just|only) /i, '');
  const more = /^(?:an?|the|one|two|three|four|five|six|some|both|\d+) /i.test(thing);
  if (more && /^do/i.test(verb!) && / any\b|^(?:have|own)\b/i.test(what!))
    return `I ${what!.split(' ')[0]} ${thing}`;
  return /^are/i.test(verb!) ? `I'm ${about}` : `I ${about}`;
}

const placed = (verb: string, said: string): string =>
  /^come from$/i.test(verb)
    ? said.replace(/^from /i, '')
    : /^(?:in|at|on|near|by|for|with|from)\b/i.test(said)
      ? said
      : `in ${said}`;
