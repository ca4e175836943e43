/**
 * Family, friends and pets of the user, noted from how a talk names them: "my brother Kagiso",
 * "Biscuit, my cat", and "Mum, can you hear me?"
 */
import { memoised } from '../../search/memo.ts';
import { MEMORIES_OF_EACH_KIND, type MadeMemory, type TranscriptSegment } from '../maker.ts';
import { isSurelyOwn } from '../rules/memory-telling.ts';
import { isStopWord } from '../rules/text.ts';
import { isTimeWord } from '../reader/word-classes.ts';
import { wasTakenAway } from '../same-fact.ts';
import { isLabel, listenerOf, type Heard } from './heard.ts';
import { KIN, type Kin, type KinLanguage } from './kin-words.ts';

interface Noted {
  content: string;
  segment: TranscriptSegment;
  /** A memory with these words and this name knows it already. */
  words: RegExp;
  name: string | null;
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
  for (const { content, segment, words, name } of notedIn(heard, language)) {
    const isKnown = texts.some((text) => words.test(text) && text.includes(name ?? ''));
    texts.push(content);
    if (all.length >= most || isKnown || isTakenAway(content)) continue;
    all.push({ content, category: 'system', segment_id: segment.id, found_by: 'rules: relatives' });
  }
  return all;
}

/** A sentence of the user about somebody who is in the life of the user. */
interface Mention {
  segment: TranscriptSegment;
  text: string;
  /** The relatives whom it may name; without those of the past. */
  kin: Patterns['kin'];
}

/** Lists relatives with names first, because their memories say more. */
function notedIn(heard: Heard, language: KinLanguage): Noted[] {
  const patterns = patternsOf(heard.read.all.talk.language);
  const mentions = mentionsIn(heard, patterns, language);
  const named = [
    ...mentions.flatMap((mention) => namedIn(mention, heard)),
    ...addressed(heard, patterns),
  ];
  const user = heard.transcript.user_name?.trim();
  return [...named.filter(({ name }) => name !== user), ...mentions.flatMap(unnamedIn)];
}

const word = (words: string) => String.raw`(?<![\p{L}-])(?:${words})(?![\p{L}-])`;
/** A name has a capital letter, whatever the case of the words around it. */
const NAME = String.raw`\p{L}[\p{L}’'-]*\p{L}`;

interface Patterns {
  /** "My brother", whoever of the family it is. */
  somebody: RegExp;
  kin: readonly (Kin & {
    mine: RegExp;
    /** "My brother Kagiso" and "my brother, Kagiso". */
    before: RegExp;
    /** "Kagiso, my brother,". */
    after: RegExp;
    said: RegExp;
  })[];
  addresses: readonly (KinLanguage['addresses'][number] & { called: RegExp })[];
  /** Words that label a speaker without naming one. */
  label: RegExp;
}

/** Compiles the patterns of a language once. */
const patternsOf = memoised((name): Patterns => {
  const { mine, between, kin, addresses } = KIN[name]!;
  const my = String.raw`${word(mine)}\s+(?:(?:${between})\s+)*`;
  const all = kin.map(({ words }) => words).join('|');
  const kinds = [all, ...addresses.map(({ words }) => words)].join('|');
  return {
    somebody: new RegExp(my + word(all), 'iu'),
    kin: kin.map((one) => {
      const relative = my + word(one.words);
      return {
        ...one,
        mine: new RegExp(relative, 'iu'),
        before: new RegExp(String.raw`${relative}(?<comma>,?)\s+(?<name>${NAME})`, 'giu'),
        after: new RegExp(
          String.raw`(?<name>${NAME})(?<comma>,)\s+(?:that['’]s\s+)?${relative}(?=[,.;!]|$)`,
          'giu',
        ),
        said: new RegExp(word(one.words), 'iu'),
      };
    }),
    addresses: addresses.map((one) => ({
      ...one,
      called: new RegExp(
        String.raw`(?:^|[.!?…]\s+)(?:\p{L}+\s+)?${word(one.words)}(?=,)` +
          String.raw`(?!,\s+(?:${one.words}|and|und|y)(?!\p{L}))|,\s+${word(one.words)}(?=[.!?…]|$)`,
        'iu',
      ),
    })),
    label: new RegExp(`^(?:${kinds})$`, 'iu'),
  };
}, Object.keys(KIN).length);

function mentionsIn(
  { segments, read }: Heard,
  { somebody, kin }: Patterns,
  { isOver, isPast }: KinLanguage,
): Mention[] {
  return read.all.units.flatMap(({ turn, text }) => {
    const segment = segments[turn]!;
    if (!isSurelyOwn(segment) || !somebody.test(text) || isOver.test(text)) return [];
    const isOfPast = isPast.test(text);
    return [{ segment, text, kin: kin.filter(({ isOfToday }) => !(isOfToday && isOfPast)) }];
  });
}

function namedIn({ segment, text, kin }: Mention, heard: Heard): Noted[] {
  return kin.flatMap(({ named, before, after, said }): Noted[] => {
    if (!named) return [];
    const found = [...text.matchAll(before), ...text.matchAll(after)];
    return found.flatMap(({ groups }) => {
      const name = groups!['name']!.replace(/['’]s$/u, '');
      if (!isName(name, groups!['comma'] === ',', heard)) return [];
      return [{ content: `${named} ${name}`, segment, words: said, name }];
    });
  });
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
  const times = segments.reduce((sum, { text }) => sum + text.split(name).length - 1, 0);
  return times > 1 || speakers.some((speaker) => speaker.startsWith(name));
}

/** Words with a capital letter that are no names of persons or pets. */
const NO_NAMES = new RegExp(
  String.raw`^(?:Well|Look|Sorry|Funny|Listen|God|English|French|German|Spanish|Christmas|Easter|Facebook` +
    String.raw`|Google|Doctor|Dr|Mr|Mrs|Ms|Miss|\p{Lu}+|\p{L}{4,}ly)$`,
  'u',
);

/** "Mum, can you hear me?", "Thanks, Dad." */
function addressed(heard: Heard, patterns: Patterns): Noted[] {
  const { segments, names } = heard;
  return segments.flatMap((segment, at) =>
    patterns.addresses.flatMap(({ called, heard: byOther, said }): Noted[] => {
      if (!called.test(segment.text)) return [];
      const other = segment.is_user ? listenerOf(heard, { turn: at }) : names[at]!;
      if (!other || isLabel(other) || patterns.label.test(other)) return [];
      if (!segment.is_user && !isBesideUser(heard, at)) return [];
      const content = `${segment.is_user ? said : byOther} ${other}`;
      return [{ content, segment, words: /\p{L}/u, name: other }];
    }),
  );
}

/** Returns whether a turn of somebody else has only turns of the user beside it. */
function isBesideUser({ segments, speakers, names }: Heard, at: number): boolean {
  if (speakers.length === 2) return true;
  const before = segments.slice(0, at).findLast((_, i) => names[i] !== names[at]);
  const after = segments.slice(at + 1).find((_, i) => names[at + 1 + i] !== names[at]);
  return [before, after].every((beside) => beside === undefined || beside.is_user);
}

function unnamedIn({ segment, text, kin }: Mention): Noted[] {
  return kin.flatMap(({ unnamed, mine, said }): Noted[] =>
    unnamed && mine.test(text) ? [{ content: unnamed, segment, words: said, name: null }] : [],
  );
}
