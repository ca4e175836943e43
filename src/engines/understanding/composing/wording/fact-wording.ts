/** Words a sentence of the user as a fact that is clear by itself. */
import { capitalised, alternatives } from '../../../../core/text.ts';
import { shortened } from '../../short-text.ts';
import { germanThirdPerson } from './german-verbs.ts';
import { spanishThirdPerson } from './spanish-verbs.ts';
import { tagged } from '../../language.ts';
import { inThirdPerson } from './third-person.ts';
import { lowered } from '../words.ts';

const LONGEST = 200;

const LEAD = new RegExp(
  String.raw`^(?:(?:well|oh|ah|so|okay|ok|yeah|yes|no(?=[,.!:;–-]|\s+(?:i|my|we)\b)|right|now|um+|uh+|hm+|hey|hi|hello|anyway` +
    String.raw`|actually|(?:look|listen|see)(?=,)|you know|i mean|and|but|then|also|of course` +
    String.raw`|by the way|to be honest|because|cause|cos|basically|honestly|unfortunately` +
    String.raw`|as you know|i'm afraid(?! of)|i think|i guess|ich glaube?,|ich glaube?|creo que` +
    String.raw`|na ja|ja|nein|und|aber|weil|denn|übrigens|ach|doch|na|bueno|sí|pues|y|pero|es que` +
    String.raw`|porque|además|claro|la verdad|oye|que)(?![\p{L}'])[,.!:;-]*\s+)+`,
  'iu',
);
const TAIL = new RegExp(
  String.raw`(?:,\s*|\s+)(?:please|right|okay|ok|you know|huh|isn't it|don't you|though|then|too` +
    String.raw`|as well|by the way|and|but|so|because|und|aber|weil|ja|halt|y|pero|(?<=,\s*)no|eh|sabes)` +
    String.raw`(?=[\s.?!,]*$)`,
  'iu',
);
const STRESSES = alternatives(
  'really actually totally super kinda definitely absolutely honestly just',
);
const EMPHASIS = new RegExp(
  String.raw`(?<!\b(?:not|n't|never|no) )\b(?:${STRESSES}) (?!as\b|though\b|if\b|when\b)`,
  'gi',
);

/** The clause without fillers before it, and without loose words behind it. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(LEAD, '')
    .replace(TAIL, '')
    .replace(TAIL, '')
    .replace(/^[\s¿¡,]+|[\s.?!,;:…–-]+$/gu, '');

/** "I live in Lisbon" is "Lives in Lisbon", and "my sister is a nurse" is "Sister is a nurse". */
export function asFact(said: string, language: string): string {
  const word = language === 'en' ? english : language === 'de' ? german : spanish;
  const told = clausesOf(said, language).map(({ and, clause }, at) =>
    at === 0 ? word(clause) : and + lowered(word(clause)),
  );
  return shortened(capitalised(told.join('').replace(/[\s.!,;:-]+$/u, '')), LONGEST);
}

/** "I live in Porto and work as a nurse" is "I live in Porto" and "I work as a nurse". */
export function ownClauses(said: string, language: string): string[] {
  const clauses: string[] = [];
  for (const { and, clause } of clausesOf(said, language)) {
    if (clauses.length > 0 && POINTS_BACK.test(clause)) clauses.push(clauses.pop()! + and + clause);
    else clauses.push(clause);
  }
  return clauses;
}

interface Clause {
  /** What joins it to the one before. */
  and: string;
  /** With the user as its subject, unless it is the first. */
  clause: string;
}

/** The clauses about the user that a sentence joins; the whole when it is one. */
function clausesOf(said: string, language: string): Clause[] {
  const parts = bare(said).split(AND);
  const clauses: Clause[] = [{ and: '', clause: parts[0]! }];
  for (let at = 1; at < parts.length; at += 2) {
    const [and, rest] = [parts[at]!, parts[at + 1]!];
    const own = isOwn(clauses[0]!.clause, language) ? asOwn(rest, language) : null;
    if (own === null) clauses.at(-1)!.clause += and + rest;
    else clauses.push({ and, clause: own });
  }
  return clauses;
}

/** The clause with the user as its subject; null if it is about something else. */
function asOwn(clause: string, language: string): string | null {
  if (!clause.includes(' ')) return null;
  const subject = { en: 'I', de: 'ich' }[language];
  const full = subject === undefined || OWN.test(clause) ? clause : `${subject} ${clause}`;
  return isOwn(full, language) ? full : null;
}

/** "And love the boats there" needs what was said before. */
const POINTS_BACK = new RegExp(
  String.raw`(?<![\p{L}])(?:${alternatives(`
  there here it its that this them they those these him her his she he then dort da dazu ihn ihm
  sie es das dies allí ahí lo la le eso esto ese esa`)})(?![\p{L}])(?! \p{Lu})`,
  'u',
);
const AND = /( (?:and|und|y|e) )/iu;
const OWN = /^(?:i|ich)(?='(?:m|ve)\b| )/iu;

function isOwn(clause: string, language: string): boolean {
  const [first = '', verb = ''] = clause.toLowerCase().split(' ');
  if (language === 'es') return spanishThirdPerson(first) !== first;
  if (!OWN.test(clause)) return false;
  if (language === 'de') return germanThirdPerson(verb) !== verb;
  return first !== 'i' || /^(?:VERB|AUX)$/.test(tagged(clause)[1]?.pos ?? '');
}

function english(text: string): string {
  const spelled = text
    .replace(
      FRONTED,
      (_, when: string, verb: string, rest: string) =>
        `I${verb.startsWith("'") ? '' : ' '}${verb}${rest} ${/^\w+days?\b/i.test(when) ? when : lowered(when)}`,
    )
    .replaceAll(
      /\b(ca|wo|do|did|does|is|was|are|were|could|would|should|has|have|had)nt\b/gi,
      "$1n't",
    )
    .replaceAll(/\bi(m|ve)\b/gi, "I'$1")
    .replace(/^we(?=(?:'re|'ve| (?!both|all))\b)/i, 'I');
  return inThirdPerson(
    spelled
      .replace(/^I're\b/, "I'm")
      .replace(/^I are\b/, 'I am')
      .replace(/^I were\b/, 'I was'),
  )
    .replaceAll(EMPHASIS, '')
    .replace(/^(\p{L}+)'s (?=(?:been|got|had)\b)/iu, '$1 has ')
    .replace(
      /^(\p{L}+)'s (?=(?:an?|the|not|always|still|in|at|on|from|called|named)\b)/iu,
      '$1 is ',
    )
    .replace(/^((?:\p{L}+ )?has) got (?!to\b|\w+ed\b)/iu, '$1 ');
}

/** "In winter I ski" begins with its verb: "Skis in winter". */
const FRONTED = new RegExp(
  String.raw`^((?:(?:in|on|at|since|for|every|these days|now|most|after|before)\b|\w+days?\b` +
    String.raw`|[\w-]+ (?:years|summers|winters|months)\b)[^,]{0,40}?),? i ?('m|'ve|\w+)(.*)$`,
  'i',
);

/** "Ich arbeite bei der Stadt" is "Arbeitet bei der Stadt". */
function german(text: string): string {
  const own = /^(?:ich|wir) (\p{L}+)(.*)$/iu.exec(text);
  if (own) {
    const rest = reflexive(own[2]!).replaceAll(/ mein(e[nmrs]?)?(?= )/giu, ' sein$1');
    return germanThirdPerson(own[1]!.toLowerCase()) + rest;
  }
  const turned = /^(\p{L}+(?: \p{L}+){0,3}?) (\p{Ll}+) ich(?![\p{L}])(.*)$/iu.exec(text);
  if (turned && !/^(?:wenn|weil|dass|ob|als|was|wie)(?![\p{L}])/iu.test(text)) {
    const [, before, verb, rest] = turned as unknown as [string, string, string, string];
    const third = germanThirdPerson(verb);
    if (third !== verb) return `${third}${reflexive(rest)} ${loweredInside(before)}`;
  }
  return text.replace(/^meine?[nmrs]? /iu, '');
}

const reflexive = (text: string): string => text.replaceAll(/ (?:mich|mir)(?![\p{L}])/giu, ' sich');

/** Only what is no noun and no name is written small inside a sentence. */
const loweredInside = (text: string): string => (SMALL_INSIDE.test(text) ? lowered(text) : text);
const SMALL_INSIDE =
  /^(?:Seit|Jetzt|Da|Dort|Hier|Im|In|Am|An|Bei|Bis|Früher|Die|Den|Das|Der)(?![\p{L}])|^\p{L}+s$/u;

/** "Vivo en Cádiz" is "Vive en Cádiz". */
function spanish(text: string): string {
  const own =
    /^(?:yo )?(?:(no|ya|también|siempre|nunca|ahora|todavía|aún) )?((?:me|le|lo|la) )?(\p{L}+)(.*)$/iu.exec(
      text,
    );
  if (!own) return text;
  const [, adverb, clitic = '', verb = '', rest = ''] = own;
  const third = spanishThirdPerson(verb.toLowerCase());
  if (third === verb.toLowerCase())
    return text.replace(/^(?:yo|mis?|nuestr[oa]s?) (?=\p{L})/iu, '');
  const pronoun = clitic.toLowerCase() === 'me ' ? 'se ' : clitic;
  const their = rest.replaceAll(/(?<![\p{L}])mi(s?)(?= )/giu, 'su$1');
  return `${adverb ? `${adverb} ` : ''}${pronoun}${third}${their}`;
}
