/** Words that say what an appointment is, so that it is named by them rather than by other things. */
import { wordList } from '../../../core/text.ts';
import { tagged } from '../language.ts';
import { nounPhrases } from '../rules/key-phrases.ts';

const OCCASIONS = new Set(
  wordList(`
  recital wedding funeral christening baptism concert gig show play match game final semi-final quarter-final
  race run hike training practice rehearsal class lesson exam test quiz interview meeting appointment checkup
  check-up scan x-ray operation surgery jab vaccination viewing inspection tour trip outing excursion flight ferry
  party birthday anniversary dinner lunch breakfast supper barbecue bbq braai picnic coffee drinks brunch tea
  festival fair bazaar sale auction delivery pickup collection fitting tasting handover workshop seminar
  conference lecture demo presentation launch standup review mass camp sleepover playdate reunion
  graduation prom ceremony hearing trial tournament sports-day fête fete parade vigil service assembly
  kick-off audition shoot photoshoot retreat webinar physio physiotherapy`),
);

const isOccasion = (word: string): boolean => {
  const plain = word.toLowerCase().replace(/['’]s$/, '');
  return OCCASIONS.has(plain) || (plain.endsWith('s') && OCCASIONS.has(plain.slice(0, -1)));
};

/** Returns whether a name ends in an occasion, or has one before its complement: "fair at the school". */
export const namesOccasion = (name: string): boolean => name.split(' ').some(isOccasion);

/** "My boy Eli has his recital" */
const OF_SOMEBODY = new RegExp(
  String.raw`(?<!\p{L})(?!There|That|It|He|She|What|Who|Here|Where|Everybody|Nobody|I)(\p{Lu}\p{Ll}+)` +
    String.raw`(?:['’]s| has| have)(?: got)? (?:his|her|their|an?|another) ((?:\p{Ll}+[ -])?\p{Ll}+)`,
  'gu',
);

/** Returns somebody's occasion: "Eli's recital". */
export function occasionOf(text: string): string | null {
  for (const [, name, what] of text.matchAll(OF_SOMEBODY)) {
    const last = what!.split(/[ -]/).at(-1)!;
    if (isOccasion(last)) return `${name}'s ${what}`;
    const [first] = what!.split(' ');
    if (isOccasion(first!)) return `${name}'s ${first}`;
  }
  return null;
}

/** Returns the occasion that a sentence names, if it names one. */
export function occasionIn(text: string, own: ReadonlySet<string>): string | null {
  const owned = occasionOf(text);
  if (owned) return owned;
  const phrases = nounPhrases(tagged(text), own).filter(({ words }) => isOccasion(words.at(-1)!));
  const [only, ...others] = phrases;
  return only && others.length === 0 ? only.full : null;
}

/** Words that a tagger takes for things. */
const NO_THING = new Set(
  wordList(`
  lovely perfect brilliant grand great smashing fine cheers sorry super cool nice fab fantastic wonderful
  excellent ta right okay pick drive call rush kill hello thanks`),
);

export const isNoThing = (name: string): boolean => NO_THING.has(name.toLowerCase());

/** "Dr Lal" and "Professor Alvarez" are met. */
const TITLE = /(?:\b|^)(Mrs?|Ms|Miss|Dr|Doctor|Professor|Prof|Father|Sister|Nurse)\.? $/u;

/** Returns the title that stands before a name in a text. */
export function titleBefore(name: string, text: string): string | null {
  const at = text.indexOf(name);
  return at < 0 ? null : (TITLE.exec(text.slice(0, at))?.[1] ?? null);
}
