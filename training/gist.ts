/** Turns what a talk is about, as its title and `about` say, into choices to learn from. */
import type { Prepared } from '../src/engines/understanding/reader/features.ts';
import type { Unit } from '../src/engines/understanding/reader/units.ts';
import { isQuotable, quoteFeatures } from '../src/engines/understanding/noted/quotes.ts';
import { topicsOf } from '../src/engines/understanding/noted/topics.ts';
import { read } from '../src/engines/understanding/rules/reading.ts';
import { contentStems } from '../src/engines/understanding/rules/text.ts';
import type { Choice } from './learn.ts';
import type { Talk } from './talks.ts';
import { transcriptOf } from './transcript.ts';

/** The stems of the content words that say what the talk is about, without its speakers. */
function gistOf({
  title,
  about,
  turns,
}: Pick<Talk, 'title' | 'about' | 'turns'>): ReadonlySet<string> {
  const names = new Set(turns.flatMap(({ speaker }) => contentStems(speaker)));
  return new Set(contentStems(`${title ?? ''} ${about ?? ''}`).filter((stem) => !names.has(stem)));
}

/**
 * A thing is right if the title names it, or else the `about`. Returns nothing for other languages.
 */
export function topicChoices(talk: Talk, said: Parameters<typeof topicsOf>[1]): Choice[] {
  if (talk.language !== 'en') return [];
  const options = topicsOf(read(transcriptOf(talk, 'UTC')), said);
  const rightBy = (gist: ReadonlySet<string>) =>
    options.map(({ phrase }) => phrase.stems.some((stem) => gist.has(stem)));
  const right = [gistOf({ ...talk, about: null }), gistOf(talk)]
    .map(rightBy)
    .find((some) => some.includes(true));
  return right ? [{ options, right }] : [];
}

/** Sentences with this share of the density of the best one are right too. */
const NEARLY_BEST = 0.7;
/** Keeps a short sentence with a single word of the gist from being the best. */
const STOPS = 3;

/** A sentence is right if few others have so many words of the gist in so few words. */
export function quoteChoices(
  talk: Talk,
  all: Prepared,
  featuresOf: (unit: Unit) => string[],
): Choice[] {
  const gist = gistOf(talk);
  const units = all.units.filter(isQuotable);
  const densities = units.map(({ text }) => {
    const stems = contentStems(text);
    return new Set(stems.filter((stem) => gist.has(stem))).size / (stems.length + STOPS);
  });
  const best = Math.max(0, ...densities);
  if (best === 0) return [];
  const more = quoteFeatures(all);
  return [
    {
      options: units.map((unit) => ({ features: [...featuresOf(unit), ...more.get(unit)!] })),
      right: densities.map((density) => density >= NEARLY_BEST * best),
    },
  ];
}
