/** Ways to say a fact that are known to mean the same: "Works as a nurse" and "Is a nurse". */
import { wordList } from '../../core/text.ts';
import { termOf } from '../words/terms.ts';
import { topicOf } from './claims.ts';
import { NUMBERS, wholeClausesOf } from './clauses.ts';
import { RELATION_RULES } from './relations/relations.ts';
import { factTokens } from './tokens.ts';

const WORK = 'work works working as';
const NAME = 'name called named has have got married to';
const ALLERGY = 'allergic to has have got allergy';
const FAVOURITE = 'favorite';

/**
 * The rules whose sentences mean the same when their values do, with the words that the relation itself says. Other
 * rules read different things as one relation: who bought a flat in Hove need not live there.
 */
const RULES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    'home-live': 'live lives lived living has have been based reside resides',
    'work-as': WORK,
    'work-is': WORK,
    'name-of': NAME,
    'name-with-a': NAME,
    'name-is-my': NAME,
    'name-married': NAME,
    'allergy-to': ALLERGY,
    'allergy-noun': ALLERGY,
    'favourite-is': FAVOURITE,
    'favourite-of': FAVOURITE,
    likes: 'love loves like likes enjoy enjoys adore adores',
    dislikes: 'hate hates dislike dislikes',
  }).map(([name, words]) => [name, new Set(wordList(words))] as const),
);

const KNOWN = RELATION_RULES['en']!.filter(({ name }) => RULES.has(name));

/**
 * Returns what the whole sentence says as a relation, a value and all other words. Sentences with a common form mean
 * the same.
 */
export function paraphrasesOf(text: string, language: string): string[] {
  if (language !== 'en') return [];
  return wholeClausesOf(text).flatMap((clause) =>
    KNOWN.flatMap(({ name, relation, when, value }) => {
      const found = when.exec(clause.text);
      if (!found) return [];
      const { v = '', topic, n } = found.groups ?? {};
      const about = topic ?? (relation === 'name' ? value : undefined);
      const isOf = relation === 'allergy' ? termOf : (token: string) => token;
      const values = factTokens(v);
      const subject = about === undefined ? '' : topicOf(about);
      const rest = withoutEach(factTokens(text).map(bare), values).filter(
        (token) => !RULES.get(name)!.has(token) && topicOf(token) !== subject && token !== about,
      );
      const who = relation === 'name' ? 'user' : clause.who;
      const count = n ? (NUMBERS[n.toLowerCase()] ?? n) : '';
      return `${who}, ${relation} ${subject} ${count}: ${values.map(isOf).join(' ')}; ${rest.join(' ')}`;
    }),
  );
}

/** "Son's name". */
const bare = (token: string): string => token.replace(/'s$/u, '');

/** Removes one occurrence of each of the words. */
function withoutEach(tokens: readonly string[], removed: readonly string[]): string[] {
  const left = [...tokens];
  for (const token of removed) {
    const at = left.indexOf(bare(token));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
