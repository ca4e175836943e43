/** Words German tasks as infinitives: "Ich rufe den Klempner an" becomes "Den Klempner anrufen". */
import { alternatives, wordList } from '../../../../core/text.ts';
import { declined } from '../bounds.ts';
import { germanInfinitive, isGermanImperative } from './german-verbs.ts';
import type { Persons, TaskWording } from './task-words.ts';
import { isFunctionWord, lowered } from '../words.ts';

const FILLERS = new Set(
  wordList(`
  bitte mal doch dann eben halt ja eh einfach also nun ruhig endlich selbst selber sowieso gleich
  schon vielleicht lieber gerne gern gut okay ok so na aber denn jetzt äh ähm hm natürlich
  klar sofort freilich unbedingt auch noch dringend`),
);
const LEADS = new RegExp(
  String.raw`^(?:(?:ja|nein|nee|gut|okay|ok|also|klar|na|so|und|aber|dann|danke|genau|doch|ach|ah` +
    String.raw`|oh|hm|äh|ähm|bitte|in ordnung|alles klar|na gut)\b[,.!:;–-]*\s+)+`,
  'iu',
);
const PRONOUNS = /^(?:ich|i|du|sie|ihr|wir|er|man|jemand|einer|wer)$/u;
const MODALS = new RegExp(
  `^(?:${alternatives(`
  muss musst müssen müsst müsste[nst]* kann kannst können könnt könnte[nst]* soll sollst sollen
  sollt sollte[nst]* will willst wollen wollt wollte[nst]* möchte[nst]* werde wirst werden werdet
  würde[nst]* darf darfst dürfen dürft mag magst`)})$`,
  'u',
);
const PREFIXES = new Set(
  wordList(`
  an ab auf aus bei ein mit nach vor zu zurück her hin weg los vorbei raus rein hoch runter rum
  rüber durch weiter fest frei bereit teil statt heim heraus herein hinein hinaus herunter
  hinunter herum vorbeibringen um unter dazu zusammen da dran drauf`),
);
/** These words may begin a clause that belongs to the task. */
const CONDITION = /^(?:ob|wenn|sobald|falls|bevor|wie|was|wo|wann|dass|bis)\b/iu;

interface Word {
  said: string;
  word: string;
}

const wordsIn = (text: string): Word[] =>
  (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.:-]*/gu) ?? []).map((said) => {
    const bare = said.replace(/[.:]+$/, '');
    return { said: bare, word: bare.toLowerCase() };
  });

const plain = (said: string): string =>
  said
    .trim()
    .replace(LEADS, '')
    .replace(/^erinner[et]? mich (?:bitte )?dara?n,? /iu, '')
    .replace(/[\s.?!,;:–-]+$/u, '');

function instruction(text: string, persons: Persons): string | null {
  const parts = text.split(/,\s+|\s+[–-]\s+|;\s+|(?<!\d)\.\s+/u);
  const condition = parts.find((clause) => CONDITION.test(clause));
  const main = parts.find((clause) => clause !== condition);
  if (main === undefined) return null;
  const worded = main
    .split(/\s+und (?=\p{Ll}+(?:e|en|st)? )/u)
    .map((clause, at) => clauseOf(clause, at > 0, persons));
  if (worded.some((one) => one === null)) return null;
  const told = worded.join(' und ');
  return condition === undefined ? told : `${told}, ${lowered(condition)}`;
}

function clauseOf(text: string, isSecond: boolean, persons: Persons): string | null {
  const words = wordsIn(text).filter(({ word }) => !FILLERS.has(word));
  const [first] = words;
  const told =
    isSecond && first && germanInfinitive(first.word) && !words.some(({ word }) => word === 'ich')
      ? withVerb(words.slice(1), germanInfinitive(first.word))
      : infinitiveOf(words);
  if (!told || told.length < 2) return null;
  return told
    .map((one) => withPerson(one, persons))
    .filter(Boolean)
    .join(' ');
}

const isInfinitive = ({ said, word }: Word): boolean =>
  said === word &&
  /(?:en|ern|eln|tun|sein)$/u.test(word) &&
  (!isFunctionWord(word) || MADE.test(word));

/** The words without subject and finite verb, with the infinitive at the end. */
function infinitiveOf(words: readonly Word[]): string[] | null {
  const verbAt = (at: number) =>
    [at - 1, at + 1].find((near) => presentOf(words[near], words[at]!) !== null);
  const subject = words.findIndex(
    ({ word }, at) => PRONOUNS.test(word) && verbAt(at) !== undefined,
  );
  if (subject < 0) return withoutSubject(words);
  const finite = verbAt(subject)!;
  const verb = words[finite]!;
  const rest = words.filter((_, at) => at !== subject && at !== finite);
  const isModal = MODALS.test(verb.word) || /^(?:brauch|gehe?|komm)/u.test(verb.word);
  return isModal && rest.some(isInfinitive)
    ? infinitiveLast(rest)
    : withVerb(rest, presentOf(verb, words[subject]!));
}

/** The infinitive of a word beside its subject; null when it is no verb. */
function presentOf(one: Word | undefined, { word: subject }: Word): string | null {
  if (!one || (isFunctionWord(one.word) && !MODALS.test(one.word) && !MADE.test(one.word)))
    return null;
  if (MODALS.test(one.word)) return one.word;
  const isBare = /^ich?$/u.test(subject) && /^\p{Ll}{3,}[^e]$/u.test(one.said);
  return germanInfinitive(one.word) ?? (isBare ? `${one.word}en` : null);
}

const MADE = /^mach/u;
function withoutSubject(words: readonly Word[]): string[] | null {
  const [first, second] = words;
  if (!first) return null;
  const last = words.at(-1)!;
  const isStatement = words.some(({ word }) => STATES.test(word));
  if (isStatement && !isGermanImperative(first.word) && !MODALS.test(first.word)) return null;
  if (MODALS.test(first.word)) return infinitiveLast(words.slice(1));
  // "Miete zahlen" has a noun that is also written like a verb.
  const isNoun = words.length === 2 && first.word.endsWith('e');
  if (isInfinitive(last) && words.length > 1 && (isNoun || !isGermanImperative(first.word))) {
    return infinitiveLast(words);
  }
  const formal = second?.word === 'sie' ? words.slice(2) : words.slice(1);
  if (/^(?:vergiss|vergesst|vergessen|denk)$/u.test(first.word) && words.some(isInfinitive)) {
    return infinitiveLast(formal.filter(({ word }) => word !== 'nicht' && word !== 'zu'));
  }
  return isGermanImperative(first.word) || second?.word === 'sie'
    ? withVerb(formal, germanInfinitive(first.word))
    : null;
}

/** In "the second half is still open" there is nothing to do. */
const STATES =
  /^(?:ist|sind|war|waren|hat|haben|wird|werden|müssen|muss|kann|können|soll|sollen)$/u;

const said = (words: readonly Word[]): string[] => words.map((one) => one.said);

function infinitiveLast(words: readonly Word[]): string[] | null {
  const at = words.findLastIndex(isInfinitive);
  if (at < 0) return null;
  const to = words[at - 1]?.word === 'zu' ? at - 1 : at;
  const infinitive = words[at]!.said.replace(/^(\p{L}+?)zu(?=\p{L}{4})/u, (whole, prefix: string) =>
    PREFIXES.has(prefix) ? prefix : whole,
  );
  return [...said(words.slice(0, to)), ...said(words.slice(at + 1)), infinitive];
}

/** What happens to somebody is nothing to do: "you have it on Friday". */
const NOT_DONE =
  /^(?:sein|haben|hatten|hätten|waren|wären|bekommen|brauchen|kriegen|gehören|bestehen|passen)$/u;

function withVerb(rest: readonly Word[], infinitive: string | null): string[] | null {
  if (infinitive === null || NOT_DONE.test(infinitive)) return null;
  const last = rest.at(-1)?.word ?? '';
  return PREFIXES.has(last)
    ? [...said(rest.slice(0, -1)), last + infinitive]
    : [...said(rest), infinitive];
}

const genitive = (name: string): string => (/[sxzß]$/u.test(name) ? `${name}’` : `${name}s`);

function withPerson(one: string, { isAsked, isOthers, speaker, listener }: Persons): string {
  const word = one.toLowerCase();
  if (isAsked && isOthers) return word === 'dir' || word === 'dich' ? 'sich' : one;
  const name = isAsked ? speaker : listener;
  const other = name && declined(name);
  const whose = /^(mein|dein)(?:e[nmrs]?)?$/u.exec(word)?.[1];
  if (whose && (whose === 'mein') === isAsked && other !== null) return genitive(other);
  if (isAsked && whose === 'dein') return word.replace('dein', 'mein');
  const isOther = (isAsked ? /^(?:mir|mich)$/u : /^(?:dir|dich|ihnen|euch)$/u).test(word);
  if (isOther) return other ?? '';
  if (isAsked) return /^(?:dir|dich)$/u.test(word) ? word.replace('d', 'm') : one;
  return isOthers && /^(?:mir|mich)$/u.test(word) ? 'sich' : one;
}

/** A pronoun, not an article: an infinitive or a preposition follows. */
const PRONOUN = new RegExp(
  String.raw`(?<![\p{L}])(?:ihn|sie|es|den|die|das|ihm|ihr)(?= (?:\p{Ll}+(?:n|tun)(?:$|, )` +
    String.raw`|(?:an|am|zum?|zur|im|in|ins|für|mit|vor|beim?|auf|aus|nach|vo[nm]|noch|um|unter|über` +
    String.raw`|hier|wieder)(?![\p{L}])))`,
  'iu',
);

const LIGHT = new RegExp(
  String.raw`^(?:(?:das|es|den|die|ihn|sie|dies|ihm|ihr|darum|mich|mir|sich)\s)*` +
    '(?:machen|tun|erledigen|kümmern|übernehmen|regeln|nehmen|haben|schauen|bringen)$',
  'iu',
);

export const GERMAN_TASKS: TaskWording = {
  plain,
  instruction,
  points: PRONOUN,
  isLight: (text) => LIGHT.test(text),
};
