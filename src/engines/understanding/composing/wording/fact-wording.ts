/** Words a sentence of the user as a fact that is clear by itself. */
import { capitalised } from '../../../../core/text.ts';
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
/** The clause without fillers before it, and without loose words behind it. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(LEAD, '')
    .replace(/^[\s¿¡,]+|[\s.?!,;:…–-]+$/gu, '');

/**
 * "I live in Lisbon and work at a school" is "Lives in Lisbon and works at a school", and "my sister is a
 * nurse" is "Sister is a nurse".
 */
export function asFact(said: string, language: string): string {
  const [first = '', ...rest] = bare(said).split(/ (?=(?:and|und|y|e) )/iu);
  const word = language === 'en' ? english : language === 'de' ? german : spanish;
  const subject = { en: 'I ', de: 'ich ' }[language] ?? '';
  const isOwn = subject ? OWN.test(first) : word(first) !== first;
  const told = rest.map((clause) => {
    const [, and = '', verb = '', more = ''] =
      /^(\S+ )(?:(?:i|ich|yo) )?(\S+)(.*)$/isu.exec(clause) ?? [];
    const full = `${subject}${verb}${more}`;
    const isTold = isOwn && isFirstPerson(verb, full, language);
    return ` ${isTold ? and + lowered(word(full)) : clause}`;
  });
  return shortened(
    capitalised((word(first) + told.join('')).replace(/[\s.!,;:-]+$/u, '')),
    LONGEST,
  );
}

const OWN = /^(?:i|ich)(?='(?:m|ve)\b| )/iu;

function isFirstPerson(verb: string, clause: string, language: string): boolean {
  if (language === 'de') return /^\p{Ll}+e$/u.test(verb);
  if (language === 'es') return spanishThirdPerson(verb) !== verb;
  return tagged(clause)[1]?.pos === 'VERB';
}

function english(text: string): string {
  const spelled = text
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
    .replace(/^(\p{L}+)'s (?=(?:been|got|had)\b)/iu, '$1 has ')
    .replace(
      /^(\p{L}+)'s (?=(?:an?|the|not|always|still|in|at|on|from|called|named)\b)/iu,
      '$1 is ',
    )
    .replace(/^((?:\p{L}+ )?has) got (?!to\b|\w+ed\b)/iu, '$1 ');
}

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
