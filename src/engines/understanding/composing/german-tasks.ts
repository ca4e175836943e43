/** Words German tasks as infinitives: "Ich rufe den Klempner an" becomes "Den Klempner anrufen". */
import { wordList } from '../../../core/text.ts';
import { germanInfinitive, isGermanImperative } from './german-verbs.ts';
import type { Persons, TaskWording, Thing } from './task-words.ts';
import { isFunctionWord, wordsOf } from './words.ts';

const FILLERS = new Set(
  wordList(`bitte mal doch dann eben halt ja eh einfach also nun ruhig endlich selbst selber sowieso gleich
  schon vielleicht lieber gerne gern gut okay ok so na und aber denn nur jetzt äh ähm hm natürlich klar sofort
  freilich unbedingt auch`),
);
const LEADS = /^(?:(?:ja|nein|nee|gut|okay|ok|also|klar|na|so|und|aber|dann|danke|genau|doch|ach|ah|oh|hm|äh|ähm|bitte|in ordnung|alles klar|na gut)\b[,.!:;–-]*\s+)+/iu;
const PRONOUNS = /^(?:ich|i|du|sie|ihr|wir|er|man|jemand|einer|wer)$/u;
const MODALS =
  /^(?:muss|musst|müssen|müsst|müsste[nst]*|kann|kannst|können|könnt|könnte[nst]*|soll|sollst|sollen|sollt|sollte[nst]*|will|willst|wollen|wollt|wollte[nst]*|möchte[nst]*|werde|wirst|werden|werdet|würde[nst]*|darf|darfst|dürfen|dürft|mag|magst)$/u;
const PREFIXES = new Set(
  wordList(`an ab auf aus bei ein mit nach vor zu zurück her hin weg los vorbei raus rein hoch runter rum
  rüber durch weiter fest frei bereit teil statt heim heraus herein hinein hinaus herunter hinunter herum
  vorbeibringen um unter dazu zusammen da dran drauf`),
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

const plain = (said: string): string => said.trim().replace(LEADS, '').replace(/[\s.?!,;:–-]+$/u, '');

function instruction(text: string, persons: Persons): string | null {
  const [main = '', ...more] = text.split(/,\s+|\s+[–-]\s+|;\s+|\.\s+/u);
  const condition = more.find((clause) => CONDITION.test(clause));
  const isList = more.length > 0 && /^\S+(?: \S+)? und /u.test(more.at(-1)!);
  const clause = isList ? `${main}, ${more.join(', ')}` : main;
  const words = wordsIn(clause).filter(({ word }) => !FILLERS.has(word));
  const told = told_(words);
  if (!told || told.length < 2) return null;
  const worded = told.map((one) => withPerson(one, persons)).filter(Boolean).join(' ');
  return condition === undefined ? worded : `${worded}, ${condition}`;
}

const infinitives = /(?:en|eln|ern|tun|sein)$/u;
const isInfinitive = ({ said, word }: Word): boolean => said === word && infinitives.test(word) && !isFunctionWord(word);

/** The words without subject and finite verb, with the infinitive at the end. */
function told_(words: readonly Word[]): string[] | null {
  const subject = words.findIndex(
    ({ word }, at) =>
      PRONOUNS.test(word) && (at <= 1 || isFinite(words[at - 1]!) || isFinite(words[at + 1])),
  );
  if (subject < 0) return withoutSubject(words);
  const isBefore = subject > 0 && (isFinite(words[subject - 1]!) || !words[subject + 1] || !isFinite(words[subject + 1]));
  const finite = isBefore ? subject - 1 : subject + 1;
  const verb = words[finite];
  if (!verb) return null;
  const rest = words.filter((_, at) => at !== subject && at !== finite);
  return MODALS.test(verb.word) || /^(?:brauch|gehe?|komm)/u.test(verb.word) && rest.some(isInfinitive)
    ? infinitiveLast(rest)
    : withVerb(rest, germanInfinitive(verb.word));
}

const isFinite = (one: Word | undefined): boolean =>
  one !== undefined && (MODALS.test(one.word) || (!isFunctionWord(one.word) && !/^\p{Lu}.*[^e]$/u.test(one.said) && germanInfinitive(one.word) !== null));

function withoutSubject(words: readonly Word[]): string[] | null {
  const [first, second] = words;
  if (!first) return null;
  const last = words.at(-1)!;
  if (isInfinitive(last) && words.length > 1 && !isGermanImperative(first.word)) return said(words);
  if (MODALS.test(first.word)) return infinitiveLast(words.slice(1));
  const formal = second?.word === 'sie' ? words.slice(2) : words.slice(1);
  if (/^(?:vergiss|vergesst|vergessen|denk)$/u.test(first.word) && words.some(isInfinitive)) {
    return infinitiveLast(formal.filter(({ word }) => word !== 'nicht' && word !== 'zu'));
  }
  return isGermanImperative(first.word) || second?.word === 'sie'
    ? withVerb(formal, germanInfinitive(first.word))
    : null;
}

const said = (words: readonly Word[]): string[] => words.map((one) => one.said);

function infinitiveLast(words: readonly Word[]): string[] | null {
  const at = words.findLastIndex(isInfinitive);
  if (at < 0) return null;
  const to = words[at - 1]?.word === 'zu' ? at - 1 : at;
  return [...said(words.slice(0, to)), ...said(words.slice(at + 1)), words[at]!.said];
}

function withVerb(rest: readonly Word[], infinitive: string | null): string[] | null {
  if (infinitive === null || infinitive === 'sein') return null;
  const last = rest.at(-1)?.word ?? '';
  return PREFIXES.has(last) && rest.length > 1
    ? [...said(rest.slice(0, -1)), last + infinitive]
    : [...said(rest), infinitive];
}

const genitive = (name: string): string => (/[sxzß]$/u.test(name) ? `${name}’` : `${name}s`);
const POSSESSIVE = /^(mein|dein)(e[nmrs]?)?$/u;

function withPerson(one: string, { isAsked, isOthers, speaker, listener }: Persons): string {
  const word = one.toLowerCase();
  if (isAsked && isOthers) return word === 'dir' || word === 'dich' ? 'sich' : one;
  const other = isAsked ? speaker : listener;
  const whose = POSSESSIVE.exec(word);
  if (whose && (whose[1] === 'mein') === isAsked && other !== null) return genitive(other);
  if (isAsked && whose?.[1] === 'dein') return word.replace('dein', 'mein');
  if (isAsked && (word === 'mir' || word === 'mich')) return other ?? '';
  if (isAsked && (word === 'dir' || word === 'dich')) return word === 'dir' ? 'mir' : 'mich';
  if (!isAsked && (word === 'dir' || word === 'dich' || word === 'ihnen' || word === 'euch'))
    return other ?? '';
  if (!isAsked && (word === 'mir' || word === 'mich')) return isOthers ? 'sich' : one;
  return one;
}

const PRONOUN = /^(.*?)(?<![\p{L}])(ihn|sie|es|den|die|das|ihm|ihr|welche|eine|einen)(?= (?:\p{Ll}[\p{L}]*(?:n|tun)$|(?:an|zu|in|für|mit|vor|bei|auf|nach|heute|\p{Lu}[\p{L}]* ?\p{Ll}*n$)))/iu;
const ARTICLES: Readonly<Record<string, string>> = { ihn: 'den', sie: 'die', es: 'das', ihm: 'dem', ihr: 'der' };

function withThing(text: string, { words, determiner }: Thing): string | null {
  const found = PRONOUN.exec(text);
  if (!found || !/\p{Lu}/u.test(words)) return null;
  const [, before, pronoun] = found as unknown as [string, string, string];
  const isName = determiner === null && wordsOf(words).length === 1 && /^(?:ihn|sie|ihm|ihr)$/iu.test(pronoun);
  const article = isName || /^(?:welche|eine|einen)$/iu.test(pronoun) ? '' : `${ARTICLES[pronoun.toLowerCase()] ?? pronoun.toLowerCase()} `;
  return `${before}${article}${words}${text.slice(before.length + pronoun.length)}`;
}

const LIGHT = /^(?:(?:das|es|den|die|ihn|sie|dies|ihm|ihr|darum|mich|mir|sich)\s)*(?:machen|tun|erledigen|kümmern|übernehmen|regeln|nehmen|haben|schauen|bringen)$/iu;

export const GERMAN_TASKS: TaskWording = { plain, instruction, withThing, isLight: (text) => LIGHT.test(text) };
