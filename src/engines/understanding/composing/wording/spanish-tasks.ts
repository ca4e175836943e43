/** Words Spanish tasks as infinitives: "Te llamo al fontanero" becomes "Llamar al fontanero". */
import { isSpanishInfinitive, plainLetters, spanishVerb } from './spanish-verbs.ts';
import type { Persons, TaskWording } from './task-words.ts';
import { lowered, substitutedWords, wordsAsWritten } from '../words.ts';

const LEADS = new RegExp(
  String.raw`^(?:(?:sí|no(?=,)|bueno|vale|ok|okay|pues|entonces|y|pero|claro|mira|oye|ah|ay|eh|venga` +
    String.raw`|perfecto|gracias|por favor|porfa|de acuerdo|así que|que|ya|luego|también|además` +
    String.raw`|si quieres|si quiere)(?![\p{L}])[,.!:;]*\s+)+`,
  'iu',
);
const FILLERS =
  /(?<![\p{L}])(?:por favor|porfa|porfis|ya mismo|ahora mismo|yo misma|yo mismo|tú mism[oa]|en seguida|enseguida)(?![\p{L}]),?\s*/giu;
const ENDS = new RegExp(
  String.raw`[\s,;:.¿?¡!–-]+$|,? (?:sin falta|también|entonces|vale|no|eh|sí|ya|y|o|que|de|a|para` +
    String.raw`|por|con|(?:a )?l[ao]s|el|la|en|porque|cuando|si)$`,
  'giu',
);
const CLITIC = /^(?:me|te|se|lo|la|los|las|le|les|nos|os)$/u;
const SUBJECT = /^(?:yo|tú|tu|vos|usted|ustedes|nosotros|alguien|él|ella)$/u;
/** Before an infinitive: "tengo que", "vas a", "¿puedes …?". */
const MODAL = new RegExp(
  String.raw`^(.*?)(?<![\p{L}])(?:(?:ten(?:go|emos|ga)|tienes?|tenés|habría|hay|tendría[sn]?) que` +
    String.raw`|(?:voy|vas|va|vamos|ir) a` +
    String.raw`|p(?:uedo|uedes?|odés|odemos|odrías?|odrían|ueden)` +
    String.raw`|qu(?:iero|ería|isiera|ieres|iere|erés)|deb(?:o|es?|ería[sn]?|és)(?: de)?` +
    String.raw`|necesit(?:o|as|a|amos)|me toca|te toca|le toca|(?:lo que )?(?:falta|toca|queda)(?: es)?|conviene` +
    String.raw`|hace falta|acuérdate de|recuerda|acordate de|me gustaría|importaría` +
    String.raw`|no (?:te olvides de|olvides|olvide|se olvide de)|quedé en|pienso)(?![\p{L}]) (.+)$`,
  'iu',
);
const REASON = new RegExp(
  String.raw`^(\S+ \S+.*?)(?:, (?:que|porque|pero|así|y así|ya que|yo|es|está|son|a ver|si no|no|ya) .*` +
    String.raw`|,? (?:porque|así que|pero) .*| que (?:ya|se|me|te|hoy|mañana|es|está|tengo|son) .*)$`,
  'iu',
);

const plain = (said: string): string => {
  let text = said.trim().replace(/^[¿¡]+/u, '');
  for (let at = 0; at < 3; at += 1)
    text = text
      .replace(LEADS, '')
      .replace(/^(?:recuérdame|que no se me olvide)(?: de)? (?=\p{L})/iu, '')
      .replaceAll(FILLERS, '')
      .replaceAll(ENDS, '')
      .replace(/^[¿¡]+/u, '');
  return text;
};

function instruction(said: string, persons: Persons): string | null {
  const text = plain(said.replace(REASON, '$1'));
  const words = text.split(' ');
  if (isSpanishInfinitive(wordsAsWritten(words[0]!)[0] ?? ''))
    return fromInfinitive(text, '', persons);
  const modal = MODAL.exec(text);
  if (modal) {
    const told = fromInfinitive(withObject(modal[1]!, modal[2]!), cliticsIn(modal[1]!), persons);
    if (told) return told;
  }
  return fromFinite(words, persons);
}

const cliticsIn = (text: string): string =>
  wordsAsWritten(text)
    .filter((word) => CLITIC.test(word))
    .slice(-2)
    .join('');

/** "El papel hay que entregarlo" is "entregar el papel". */
function withObject(before: string, told: string): string {
  const object = /^(?:el|la|los|las|lo) \p{L}[^,;]*$/iu.exec(before.trim())?.[0];
  const [first = '', ...rest] = told.split(' ');
  if (object === undefined || wordsAsWritten(object).length > 6) return told;
  return [first.replace(/(?<=r)l[ao]s?$/u, ''), lowered(object), ...rest].join(' ');
}

const INFINITIVE = /^(.*?)((?:\p{L}+)[aeií]r)((?:me|te|se|nos|os)?(?:l[aoe]s?)?)(?![\p{L}])(.*)$/iu;

function fromInfinitive(text: string, before: string, persons: Persons): string | null {
  const [first = '', ...rest] = text.split(' ');
  const parts = INFINITIVE.exec(deaccented(first));
  if (!parts || parts[1] !== '' || /^(?:ser|estar|haber)$/iu.test(parts[2]!)) return null;
  return verbWith(
    parts[2]!.toLowerCase(),
    before || parts[3]!.toLowerCase(),
    rest.join(' '),
    persons,
  );
}

/** "Mandármelo" and "mandarlo" are one verb with pronouns. */
const deaccented = (word: string): string =>
  word.replace(/[áéí](?=r(?:me|te|se|nos|os)l)/u, plainLetters);

function fromFinite(words: readonly string[], persons: Persons): string | null {
  const plainWords = words.map((word) => wordsAsWritten(word)[0] ?? '');
  const hasSubject = plainWords.some((word) => SUBJECT.test(word));
  for (const [at, word] of plainWords.entries()) {
    if (CLITIC.test(word) || SUBJECT.test(word)) continue;
    const last = plainWords[at - 1] ?? '';
    const verb = BEFORE_NOUN.test(last) ? null : spanishVerb(word);
    if (!verb) continue;
    if (NO_DEED.test(verb.infinitive)) return null;
    const run = plainWords.slice(0, at).findLastIndex((one) => !CLITIC.test(one)) + 1;
    const clitics = cliticsIn(plainWords.slice(run, at).join(' ')) || verb.clitics;
    const before = words
      .slice(0, at)
      .filter(
        (_, index) =>
          index < run && !SUBJECT.test(plainWords[index]!) && plainWords[index] !== 'no',
      );
    const after = words.slice(at + 1).filter((one) => !/^(?:yo|tú|usted|vos)[,.]?$/iu.test(one));
    const object = before.join(' ').replace(/[\s,;:]+$/u, '');
    const isFronted = /^(?:el|la|los|las|lo|un|una|mi|tu|su|a|al|del?)(?= )/iu.test(object);
    // "La bolsa sigue ahí": the first words are who does it.
    if (isFronted && clitics === '' && /[aeáé]n?$/u.test(word) && !hasSubject) return null;
    const rest = [...(isFronted ? [lowered(object)] : []), ...after].join(' ');
    const kept = isFronted ? clitics.replace(/l[ao]s?$/u, '') : clitics;
    const told = verbWith(verb.infinitive, kept, rest, persons);
    return /(?<![\p{L}])no(?![\p{L}])/iu.test(words.slice(0, at).join(' ')) ? `No ${told}` : told;
  }
  return null;
}

const BEFORE_NOUN = /^(?:el|una?|mi|tu|su|del|al|de|por|para|con|en|mucho|otro|ese|este)$/u;

/** Puts the pronouns behind the infinitive, with names instead of "me" and "te". */
function verbWith(infinitive: string, clitics: string, rest: string, persons: Persons): string {
  const { isAsked, isOthers, speaker, listener } = persons;
  const keepsOwn = isAsked && isOthers;
  const [, who = '', what = ''] = /^(me|te|se|nos|os|les?)?(l[ao]s?)?$/u.exec(clitics) ?? [];
  const own = keepsOwn ? rest : substitutedWords(rest, isAsked ? ASKED : isOthers ? OTHERS : OWN);
  const end = own.trim() && ` ${own.trim()}`;
  if (who === (isAsked ? 'me' : 'te') && !keepsOwn) {
    const other = isAsked ? speaker : listener;
    return `${infinitive}${what}${end}${other === null || own.includes(other) ? '' : ` a ${other}`}`;
  }
  const reflexive = !keepsOwn && (who === 'me' || who === 'te') ? 'se' : who;
  const isLong = reflexive === 'se' && what !== '';
  return `${isLong ? accented(infinitive) : infinitive}${reflexive}${what}${end}`;
}

/** Whose a thing is, for the one who does the task. */
const ASKED = { tu: 'mi', tus: 'mis', mi: 'su', mis: 'sus' };
const OWN = { tu: 'su', tus: 'sus' };
const OTHERS = { ...OWN, mi: 'su', mis: 'sus' };

const accented = (infinitive: string): string =>
  infinitive.replace(/[aei](?=r$)/u, '$&\u0301').normalize('NFC');

/** What happens to somebody is nothing to do: "no queda leche". */
const NO_DEED = /^(?:quedar|faltar|estar|ser)$/u;

const LIGHT = new RegExp(
  '^(?:hacer|ver|mirar|llevar|tener|poner|arreglar|encargar|ocupar|ir)' +
    '(?:se|me|te|le)?(?:l[ao]s?)?(?: (?:eso|esto|ello|cargo|yo))?$',
  'iu',
);

export const SPANISH_TASKS: TaskWording = {
  plain,
  instruction,
  points: /^\p{L}+?[aeiáéí]r(?:se|me|te|les?|nos)?l[ao]s?(?![\p{L}])/iu,
  isLight: (text) => LIGHT.test(text),
};
