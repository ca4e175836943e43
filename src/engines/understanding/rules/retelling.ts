import type { Sentence } from './reading.ts';
import { inThirdPerson, possessive, type Persons } from './third-person.ts';
import { gerund, pastOf, thirdPerson } from './verbs.ts';
import { capitalised } from './text.ts';

/**
 * Matches words without content at the start: fillers, greetings, the listener's name, agreement
 * before a clause.
 */
const LEAD =
  /^(?:(?:well|oh|ah|so|okay|ok|yeah|yes|yep|no|nope|sure|right|now|um+|uh+|hmm+|hey|hi|hello|alright|all right|anyway|actually|look|listen|see|you see|you know|i mean|and|but|then|also|of course|certainly|great|good|fine|wow|really|exactly|thanks|thank you|sorry|excuse me|pardon me|honey|sir|madam|ma'am|mom|dad|man|guys|not at all|i see|by the way|to be honest|as you know|come on|c'mon|oh my god|gosh|no problem|my dear|dear|absolutely|definitely|that's right|maybe|perhaps|in that case|because|cause|or|still|anyways|basically|honestly|like|just|i'm afraid(?! (?:of|to)\b)|unfortunately|fortunately|in fact|as a matter of fact|good morning|good afternoon|good evening)\b[,.!:;-]*\s+)+/i;
const CALLED = /^(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?[A-Z][a-z]+,\s+/;
const TAIL =
  /(?:,\s*|\s+)(?:please|right|okay|ok|sir|madam|ma'am|you know|huh|isn't it|aren't you|don't you think|don't you|doesn't it|honey|dear|though|then|too|either|as well)\s*(?=[.?!]*$)/i;
const CALLED_LAST = /,\s*(?:Mr|Mrs|Ms|Miss|Dr)\.? [A-Z][a-z]+\s*(?=[.?!]*$)/;

/** Returns the clause without fillers before it and polite phrases after it. */
export function bare(text: string): string {
  let clause = text.trim();
  for (let i = 0; i < 3; i++) clause = clause.replace(LEAD, '').replace(CALLED, '');
  return clause
    .replace(TAIL, '')
    .replace(CALLED_LAST, '')
    .replace(TAIL, '')
    .replace(/[\s.?!,;:…-]+$/, '');
}

type Tell = (match: RegExpExecArray, persons: Persons) => string | null;
const rest = (text: string, persons: Persons): string =>
  inThirdPerson(text, persons).replace(/[.?!]+$/, '');
/** Retells the words after a verb of the speaker; for example, "my" becomes "their". */
const after = (text: string, persons: Persons): string => rest(text, { ...persons, isKnown: true });
const toListener = ({ listener }: Persons): string => (listener ? ` ${listener}` : '');
const asked = (persons: Persons, clause: string): string =>
  `${persons.speaker} asks${toListener(persons)} ${clause}`;
const plainVerb = (text: string): string =>
  text.replace(/^(?:just|please|kindly|maybe|also)\s+/i, '');
/** Changes pronouns in an action of the listener: "your" after "asks Ana to" becomes "their". */
const doneBy = (text: string, persons: Persons): string =>
  after(plainVerb(text), persons).replaceAll(
    persons.listener ? possessive(persons.listener) : '\u0000',
    'their',
  );

const questions: [RegExp, Tell][] = [
  [
    /^(?:can|could|will|would) you (?:please |kindly |possibly |just )?(?:tell|show|explain to) me (.+)$/i,
    (m, p) =>
      asked(
        p,
        `about ${after(m[1]!.replace(/^(?:about|more about)\s+/i, ''), p)}`.replace(
          /^about (how|what|where|when|why|whether|if|who|which)\b/i,
          '$1',
        ),
      ),
  ],
  [
    /^(?:can|could|will|would) you (?:please |kindly |possibly |just |also )*(.+)$/i,
    (m, p) => asked(p, `to ${doneBy(m[1]!, p)}`),
  ],
  [
    /^(?:do|would) you mind (?:if i (.+)|(\w+ing .+|\w+ing))$/i,
    (m, p) =>
      m[1]
        ? asked(p, `whether ${p.speaker} can ${after(m[1], p)}`)
        : asked(p, `about ${doneBy(m[2]!, p)}`),
  ],
  [
    /^(?:can|could|may|might|shall) i (?:please )?(have|see|get|borrow|use|ask|take|speak|talk|try|buy|order|pay|leave|come|go|change|return|book)\b(.*)$/i,
    (m, p) =>
      `${p.speaker} asks to ${m[1]!.toLowerCase()}${m[2] ? ` ${after(m[2].trim(), p)}` : ''}`,
  ],
  [
    /^(?:what|how) about (?:we )?(\w+ing .+)$/i,
    (m, p) => `${p.speaker} suggests ${after(m[1]!, p)}`,
  ],
  [/^what about (.+)$/i, (m, p) => asked(p, `about ${after(m[1]!, p)}`)],
  [/^how about (.+)$/i, (m, p) => `${p.speaker} suggests ${after(m[1]!, p)}`],
  [
    /^why (?:don't|not) (?:we|you)? ?(\w+)(.*)$/i,
    (m, p) => `${p.speaker} suggests ${gerund(m[1]!)}${m[2] ? ` ${after(m[2].trim(), p)}` : ''}`,
  ],
  [
    /^(?:shall|should|can|could) we (\w+)(.*)$/i,
    (m, p) => `${p.speaker} suggests ${gerund(m[1]!)}${m[2] ? ` ${after(m[2].trim(), p)}` : ''}`,
  ],
  [
    /^would you (?:like|care|prefer) (to .+)$/i,
    (m, p) => `${p.speaker} invites${toListener(p)} ${doneBy(m[1]!, p)}`,
  ],
  [/^would you like (.+)$/i, (m, p) => `${p.speaker} offers${toListener(p)} ${after(m[1]!, p)}`],
  [
    /^(what|where|when|why|how|which|who)\b((?: \w+){0,3}?) (do|does|did) (you|i|we|they|he|she|it) (\w+)(.*)$/i,
    (m, p) => {
      const subject = rest(m[4]!, p);
      const many = /^(?:we|they|you)$/i.test(m[4]!) && subject !== p.listener;
      const verb = /^did$/i.test(m[3]!)
        ? pastOf(m[5]!)
        : many
          ? m[5]!
          : thirdPerson(m[5]!.toLowerCase());
      return asked(
        p,
        `${m[1]!.toLowerCase()}${m[2]} ${subject} ${verb}${m[6] ? ` ${after(m[6].trim(), p)}` : ''}`,
      );
    },
  ],
  [
    /^(what|where|when|why|how|which|who)\b((?: \w+){0,3}?) (can|could|will|would|should|am|are|is|was|were|have|has) (you|i|we|they|he|she|it)\b(.*)$/i,
    (m, p) => {
      const said = rest(`${m[4]} ${m[3]}`, p);
      return asked(
        p,
        `${m[1]!.toLowerCase()}${m[2]} ${said}${m[5] ? ` ${after(m[5].trim(), p)}` : ''}`,
      );
    },
  ],
  [
    /^how(?: is|'s| are| was| were) (.+?) (doing|going)$/i,
    (m, p) => asked(p, `how ${rest(m[1]!, p)} is ${m[2]}`),
  ],
  [
    /^(?:what|how)(?: is|'s| was| are| were) (your|the|my|our|his|her|their) (.+)$/i,
    (m, p) => asked(p, `about ${rest(`${m[1]} ${m[2]}`, p)}`),
  ],
  [/^how (?:do|did) you like (.+)$/i, (m, p) => asked(p, `about ${after(m[1]!, p)}`)],
  [
    /^(do|does|did) (you|we|they|he|she|it) (\w+)(.*)$/i,
    (m, p) => {
      const subject = rest(m[2]!, p);
      const many = /^(?:we|they)$/i.test(m[2]!);
      const verb = /^did$/i.test(m[1]!)
        ? pastOf(m[3]!)
        : many
          ? m[3]!
          : thirdPerson(m[3]!.toLowerCase());
      return asked(
        p,
        `whether ${subject} ${verb}${m[4] ? ` ${after(m[4].trim(), p)}` : ''}`,
      ).replace(`${p.listener} whether ${p.listener}`, `whether ${p.listener}`);
    },
  ],
  [
    /^(are|were|have|can|could|will|would|should) (you|we|they|i|he|she|it) (.+)$/i,
    (m, p) =>
      asked(p, `whether ${rest(`${m[2]} ${m[1]}`, p)} ${after(m[3]!, p)}`).replace(
        `${p.listener} whether ${p.listener}`,
        `whether ${p.listener}`,
      ),
  ],
  [
    /^(is|was|are|were) (there|it|that|this) (.+)$/i,
    (m, p) => asked(p, `whether ${m[2]!.toLowerCase()} ${m[1]!.toLowerCase()} ${after(m[3]!, p)}`),
  ],
];

const statements: [RegExp, Tell][] = [
  [
    /^remind me (?:to|about|that|of) (.+)$/i,
    (m, p) =>
      `${p.speaker} wants to be reminded ${/^remind me to/i.test(m[0]) ? 'to' : 'of'} ${after(m[1]!, p)}`,
  ],
  [
    /^don't let me forget to (.+)$/i,
    (m, p) => `${p.speaker} wants to be reminded to ${after(m[1]!, p)}`,
  ],
  [
    /^let's (?:not )?(\w+)(.*)$/i,
    (m, p) => `${p.speaker} suggests ${gerund(m[1]!)}${m[2] ? ` ${after(m[2].trim(), p)}` : ''}`,
  ],
  [/^let me (.+)$/i, (m, p) => `${p.speaker} will ${after(m[1]!, p)}`],
  [/^i(?:'d| would) (?:like|love) you to (.+)$/i, (m, p) => asked(p, `to ${doneBy(m[1]!, p)}`)],
  [/^i (?:want|need) you to (.+)$/i, (m, p) => asked(p, `to ${doneBy(m[1]!, p)}`)],
  [
    /^i(?:'d| would) (?:really )?(?:like|love) (to .+|.+)$/i,
    (m, p) => `${p.speaker} would like ${after(m[1]!, p)}`,
  ],
  [
    /^i (?:want|wanna) (?:to )?(.+)$/i,
    (m, p) =>
      `${p.speaker} wants ${/^i want to|^i wanna/i.test(m[0]) ? 'to ' : ''}${after(m[1]!, p)}`,
  ],
  [
    /^(?:i think |maybe |perhaps )?you (?:should|ought to|had better|'d better|need to|have to|must)(?: really| just)? (.+)$/i,
    (m, p) =>
      p.listener
        ? `${p.speaker} advises ${p.listener} to ${doneBy(m[1]!, p)}`.replace('to not', 'not to')
        : null,
  ],
  [
    /^(?:i'm|i am) (?:calling|here|writing|phoning) (?:to|about|for) (.+)$/i,
    (m, p) =>
      `${p.speaker} wants ${/(?:calling|here|writing|phoning) to/i.test(m[0]) ? 'to ' : 'to talk about '}${after(m[1]!, p)}`,
  ],
  [/^(?:don't|do not) (?:worry|mention|be (?:silly|afraid|sad))/i, () => null],
  [
    /^(?:don't|do not|never) (.+)$/i,
    (m, p) => (p.listener ? `${p.speaker} tells ${p.listener} not to ${doneBy(m[1]!, p)}` : null),
  ],
  [
    /^please (?:also |just |kindly )?(?!note\b)(\w+)(.*)$/i,
    (m, p) => asked(p, `to ${doneBy(`${m[1]!.toLowerCase()}${m[2]}`, p)}`),
  ],
  [
    /^(take|turn|go|give|tell|show|bring|send|call|try|put|get|make|keep|come|check|wait|use|remember|fill|sign|follow|think|stop|leave|ask|buy|talk|write|read|open|close|pick|help|meet|be|have|let|choose|look for|pay|add|book|remind)\b (?!you|i\b|on, |me see)(.+)$/i,
    (m, p) =>
      `${p.speaker} ${p.listener ? `tells ${p.listener}` : 'wants'} to ${doneBy(`${m[1]!.toLowerCase()} ${m[2]}`, p)}`,
  ],
  [
    /^i (?:think|believe|guess|suppose|feel)(?: that)? (.+)$/i,
    (m, p) => `${p.speaker} thinks ${rest(m[1]!.replace(/^that\s+/i, ''), p)}`,
  ],
];

/**
 * Matches answers such as "for Saturday at eight", which have no meaning without their question.
 */
const FRAGMENT = /^(?:for|at|in|on|with|to|from|about|of|by|as|around|until)\b/i;
const GERUND =
  /^(?!\p{L}+thing\b)\p{L}+ing\b(?!.*\b(?:is|was|are|were|will|can|would|could|makes?|helps?|takes?|has|have)\b)/iu;
const WITH_SUBJECT =
  /, (?:i|we|you|he|she|it|they|there|the|my|your|our|his|her|their|\p{Lu}\p{L}*)\b/u;

/** The name in "Nora, did you …" does not belong to the statement. */
function withoutName(clause: string, listener: string | null): string {
  const [first, ...others] = clause.split(' ');
  const called = first!.replace(/,$/, '').toLowerCase() === listener?.split(' ')[0]?.toLowerCase();
  return called && others.length > 2 && !/^(?:is|was|has|will|'s)$/.test(others[0]!)
    ? others.join(' ')
    : clause;
}

/** Matches questions without a question mark, because recognisers often omit it. */
const INVERTED =
  /^(?:did|do|does|have|are|were|can|could|would|will|should) (?:you|we|they|he|she|i)\b/i;

const isFragment = (clause: string): boolean =>
  (FRAGMENT.test(clause) || GERUND.test(clause)) && !WITH_SUBJECT.test(clause);

/**
 * Returns the sentence as another person would report it, without a full stop. Returns null for a
 * sentence without reportable content.
 */
export function retold(sentence: Sentence): string | null {
  const clause = withoutName(bare(sentence.text), sentence.listener);
  const isQuestion = sentence.isQuestion || INVERTED.test(clause);
  if (!clause || (!isQuestion && isFragment(clause))) return null;
  const persons: Persons = { speaker: sentence.speaker, listener: sentence.listener };
  for (const [pattern, tell] of isQuestion ? questions : statements) {
    const match = pattern.exec(clause);
    const told = match && tell(match, persons);
    if (told) return capitalised(told.replace(/\s+/g, ' ').trim());
  }
  if (isQuestion) return null;
  const told = rest(clause, persons);
  return told ? capitalised(withoutEcho(told, persons.speaker)) : null;
}

/** Shortens "Ana sings and Ana plays" to "Ana sings and plays". */
const withoutEcho = (told: string, speaker: string): string =>
  told.startsWith(`${speaker} `) ? told.replace(` and ${speaker} `, ' and ') : told;
