/**
 * Matches words for a person or thing to which a later pronoun in the same sentence may refer: "the
 * pan … it", "my boss … he".
 */
const NAMED =
  /\b(?:the|an?|my|your|our|some|every|each|another|two|three|four|five|six)\s+\p{L}+|(?<=\S\s)\p{Lu}\p{L}+/u;
const PRONOUN =
  /\b(?:he|she|it|they|him|them|his|her|hers|theirs|this one|that one|these|those)\b/i;
/** "This" and "that" refer to an earlier sentence when they precede a verb or end the sentence. */
const POINTING =
  /^(?:this|that|these|those)(?:'s|'ll|'d| (?:is|was|are|were|will|would|can|could|should|has|had|does|did|means?|sounds?|looks?|seems?|makes?|way|depends?|happens?|includes?|refers?|helps?|goes|gives?|works?|one|ones))\b|\b(?:this|that|these|those|one|ones|so|there|here)[.?!]*$/i;
/** Matches "it" without a referent: "It is late", "it takes an hour", "it is hard to say". */
const EMPTY_IT =
  /^it(?:'s| is| was| will be| has been| takes?| took| seems?| looks like)\b(?=.*(?:\bto \p{L}|\bthat\b|\bo'clock|\brain|\bsnow|\bcold|\bhot\b|\bwarm|\blate\b|\bearly|\btime\b|\bhours?\b|\bminutes?\b|\bdays?\b|day\b|\d))/iu;

/** Returns true for a sentence that is unclear without the one before it. */
export function isDangling(clause: string): boolean {
  if (POINTING.test(clause)) return true;
  const said = EMPTY_IT.test(clause) ? clause.slice(2) : clause;
  const pronoun = PRONOUN.exec(said);
  return pronoun !== null && !NAMED.test(said.slice(0, pronoun.index));
}
