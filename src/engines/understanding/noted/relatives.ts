/**
 * Family, friends and pets of the user, noted from how a talk names them: "my brother Kagiso",
 * "Biscuit, my cat", and "Mum, can you hear me?"
 */
import { MEMORIES_OF_EACH_KIND, type MadeMemory, type TranscriptSegment } from '../maker.ts';
import { MIN_CONFIDENCE } from '../rules/memory-telling.ts';
import { isStopWord, wordsOf } from '../rules/text.ts';
import { isTimeWord } from '../reader/word-classes.ts';
import { wasTakenAway } from '../same-fact.ts';
import { isLabel, type Heard } from './heard.ts';
import { KIN, type Kin, type KinLanguage } from './kin-words.ts';

interface Noted {
  content: string;
  segment: TranscriptSegment;
  /** What a memory says that knows this already: the word for the relative, and the name. */
  known: readonly RegExp[];
}

/** Adds the relatives of which the memories and the known facts say nothing yet. */
export function withRelatives(heard: Heard, made: readonly MadeMemory[]): MadeMemory[] {
  const { transcript } = heard;
  const language = KIN[heard.read.all.talk.language];
  if (!language) return [...made];
  const most = 2 * (transcript.memories_of_each_kind ?? MEMORIES_OF_EACH_KIND);
  const isTakenAway = wasTakenAway(transcript);
  const all = [...made];
  const texts = [...made.map(({ content }) => content), ...transcript.known_memories];
  for (const { content, segment, known } of notedIn(heard, language)) {
    const isKnown = texts.some((text) => known.every((part) => part.test(text)));
    texts.push(content);
    if (all.length >= most || isKnown || isTakenAway(content)) continue;
    all.push({ content, category: 'system', segment_id: segment.id, found_by: 'rules: relatives' });
  }
  return all;
}

/** Those with names come first, because they say more. */
function notedIn(heard: Heard, language: KinLanguage): Noted[] {
  const { segments, transcript } = heard;
  const own = segments.filter(
    ({ is_user, is_user_probable, confidence }) =>
      is_user && !is_user_probable && (confidence ?? 1) >= MIN_CONFIDENCE,
  );
  const user = wordsOf(transcript.user_name ?? '').join(' ');
  const named = [
    ...own.flatMap((segment) => namedIn(segment, heard, language)),
    ...addressed(heard, language),
  ];
  return [
    ...named.filter(({ content }) => !user || !wordsOf(content).join(' ').endsWith(` ${user}`)),
    ...own.flatMap((segment) => unnamedIn(segment, language)),
  ];
}

const word = (words: string) => String.raw`(?<![\p{L}-])(?:${words})(?![\p{L}-])`;
const pattern = (source: string, flags = 'giu') => new RegExp(source, flags);
const any = (one: string) => String.raw`(?:(?:${one})\s+)*`;

/** A name has a capital letter, whatever the case of the words around it. */
const NAME = String.raw`(\p{L}[\p{L}’'-]*\p{L})`;
const SENTENCE = /[^.!?…]+[.!?…]*/gu;

function namedIn(segment: TranscriptSegment, heard: Heard, language: KinLanguage): Noted[] {
  const { mine, between, kin, isOver } = language;
  return sentencesOf(segment).flatMap((sentence) => {
    if (isOver.test(sentence)) return [];
    return kin.flatMap(({ words, named }): Noted[] => {
      if (!named) return [];
      const relative = `${word(mine)}\\s+${any(between)}${word(words)}`;
      const found = [
        ...sentence.matchAll(pattern(`${relative}(,?)\\s+${NAME}`)),
        ...sentence.matchAll(pattern(`${NAME}(,)\\s+(?:that['’]s\\s+)?${relative}(?=[,.;!]|$)`)),
      ];
      return found.flatMap(([, comma, name]) => {
        const [mark, said] = /^\p{L}/u.test(comma!) ? [name!, comma!] : [comma!, name!];
        const plain = said.replace(/['’]s$/u, '');
        return isName(plain, mark === ',', heard) ? [noted(named, words, plain, segment)] : [];
      });
    });
  });
}

function noted(named: string, words: string, name: string, segment: TranscriptSegment): Noted {
  const known = [pattern(word(words), 'iu'), pattern(word(name), 'iu')];
  return { content: `${named} ${name}`, segment, known };
}

function isName(
  name: string,
  isBehindComma: boolean,
  { speakers, segments, read }: Heard,
): boolean {
  if (!/^\p{Lu}\p{Ll}/u.test(name) || isStopWord(name.toLowerCase()) || isTimeWord(name))
    return false;
  // "That's my brother, Jo" is said to Jo.
  if (isBehindComma && speakers.some((speaker) => speaker.startsWith(name))) return false;
  if (NO_NAMES.test(name)) return false;
  // In German, every noun has a capital letter: "meiner Tochter Schuhe kaufen".
  if (read.all.talk.language !== 'de') return true;
  const times = segments.reduce(
    (sum, { text }) => sum + [...text.matchAll(pattern(word(name), 'gu'))].length,
    0,
  );
  return times > 1 || speakers.some((speaker) => speaker.startsWith(name));
}

/** Words with a capital letter that are no names of persons or pets. */
const NO_NAMES = new RegExp(
  String.raw`^(?:Well|Look|Sorry|Funny|Listen|God|English|French|German|Spanish|Christmas|Easter|Facebook` +
    String.raw`|Google|Doctor|Dr|Mr|Mrs|Ms|Miss|\p{Lu}+|\p{L}{4,}ly)$`,
  'u',
);

/** "Mum, can you hear me?", "Thanks, Dad." */
function addressed(heard: Heard, language: KinLanguage): Noted[] {
  const { segments, names } = heard;
  const { addresses } = language;
  return segments.flatMap((segment, at) =>
    addresses.flatMap(({ words, heard: byOther, said }): Noted[] => {
      const kin = word(words);
      const called =
        String.raw`(?:^|[.!?…]\s+)(?:\p{L}+\s+)?${kin}(?=,)(?!,\s+(?:${words}|and|und|y)(?!\p{L}))` +
        String.raw`|,\s+${kin}(?=[.!?…]|$)`;
      if (!pattern(called, 'iu').test(segment.text)) return [];
      const other = segment.is_user ? onlyOther(heard, at) : names[at]!;
      const isToUser = !segment.is_user && isBesideUser(heard, at);
      if (!other || isLabel(other) || isKin(other, language)) return [];
      if (!segment.is_user && !isToUser) return [];
      return [noted(segment.is_user ? said : byOther, `\\p{L}+`, other, segment)];
    }),
  );
}

/** A label such as "Dad" or "Grandson" is no name. */
const isKin = (label: string, { kin, addresses }: KinLanguage): boolean =>
  [...kin, ...addresses].some(({ words }) => pattern(`^(?:${words})$`, 'iu').test(label));

/** The person to whom the user speaks, in a talk of two. */
function onlyOther({ speakers, names }: Heard, at: number): string | null {
  const others = speakers.filter((name) => name !== names[at]);
  return others.length === 1 ? others[0]! : null;
}

/** Returns whether a turn of somebody else has only turns of the user beside it. */
function isBesideUser({ segments, speakers, names }: Heard, at: number): boolean {
  if (speakers.length === 2) return true;
  const before = segments.slice(0, at).findLast((_, i) => names[i] !== names[at]);
  const after = segments.slice(at + 1).find((_, i) => names[at + 1 + i] !== names[at]);
  return [before, after].every((beside) => beside === undefined || beside.is_user);
}

function unnamedIn(
  segment: TranscriptSegment,
  { mine, between, kin, isOver, isPast }: KinLanguage,
): Noted[] {
  return sentencesOf(segment).flatMap((sentence) => {
    if (isOver.test(sentence)) return [];
    return kin.flatMap(({ words, unnamed, isOfToday }: Kin): Noted[] => {
      if (!unnamed || (isOfToday && isPast.test(sentence))) return [];
      const relative = pattern(`${word(mine)}\\s+${any(between)}${word(words)}`, 'iu');
      if (!relative.test(sentence)) return [];
      return [{ content: unnamed, segment, known: [pattern(word(words), 'iu')] }];
    });
  });
}

const sentencesOf = ({ text }: TranscriptSegment): string[] =>
  [...text.matchAll(SENTENCE)].map(([sentence]) => sentence);
