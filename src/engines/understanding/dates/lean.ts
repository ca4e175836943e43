/**
 * Returns whether a sentence is about the past or the future. "On Friday" is the last Friday in "we
 * went there on Friday", and the next one in "let's go on Friday".
 */
export type Lean = 'past' | 'future';

const AHEAD = new RegExp(
  String.raw`\b(?:will|won't|shall|going to|gonna|let's|need to|have to|has to|must|should` +
    String.raw`|plan(?:ning)? to|want to|would like|'ll|remind|schedule|book|by|until|deadline` +
    String.raw`|due|booked|reserved|scheduled|upcoming|coming|can we|can you|could you|see you` +
    String.raw`|meet(?:ing)? (?:you|us|me)|looking forward|excited for)\b|'ll\b`,
  'i',
);
const BACK = new RegExp(
  String.raw`\b(?:was|were|went|did|didn't|had|got|came|saw|took|made|said|told|met|bought` +
    String.raw`|ago|last|yesterday|happened|finished|started|visited|attended|joined|signed` +
    String.raw`|spent|used to|since|lost|won|been|(?:i|we|you|he|she|they|it) (?:[a-z]+ly` +
    String.raw` )?[a-z]{3,}ed)\b`,
  'i',
);

export function leanOf(sentence: string): Lean {
  if (AHEAD.test(sentence)) return 'future';
  return BACK.test(sentence) ? 'past' : 'future';
}
