/**
 * The relations of facts that rules know, as rows. `reads` and `leaves` are examples that a test
 * reads: sentences that a row must read, and sentences that it must not read.
 */
import { RELATIVE } from '../clauses.ts';

export interface RelationRule {
  name: string;
  relation: string;
  /** Groups: `v` the value, `topic` what the relation is about, `n` a number, `whose` a relative. */
  when: RegExp;
  /**
   * When another value ends the former fact: always, or only with words such as "now". `never`: a
   * person may have several.
   */
  closes: 'always' | 'changed' | 'never';
  /** A value that the words do not contain. */
  value?: string;
  /** True when the value is a name, which has a capital letter unless the words have none. */
  isName?: boolean;
  reads: readonly string[];
  leaves: readonly string[];
}

/** A name: recognised words have no capital letters. */
export const NAME = String.raw`(?!(?:my|your|the|an?|his|her|our|der|die|dem|den|das|einem|einer|la|el|un|una|mi)\b)\p{L}+`;
export const END = String.raw`(?=\s+(?:with|near|for|since|because|where|but|now|these days|at the moment|jetzt|ahora)\b|$)`;
export const BE = String.raw`(?:am|is|are)`;
export const MY = String.raw`(?:(?:my|our|his|her|their)\s+)?`;
export const PERSON =
  String.raw`(?<topic>${RELATIVE}|dentist|doctor|gp|therapist|landlord|landlady` +
  String.raw`|teacher|dog|cat|horse|rabbit|hamster|parrot)`;
export const COUNT = String.raw`(?<n>an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+)`;

export const row = (
  name: string,
  relation: string,
  closes: RelationRule['closes'],
  when: string,
  reads: readonly string[],
  leaves: readonly string[] = [],
  value?: string,
): RelationRule => ({
  name,
  relation,
  closes,
  when: new RegExp(`^${when}`, 'iu'),
  reads,
  leaves,
  ...(value !== undefined && { value }),
});
