import type { AcceptedCategory, MemoryCategory } from './memory.ts';

/**
 * Signs that a fact is worth telling others: a feat, a rarity, a first time or a discovery. All
 * other facts are context for an assistant, as most facts about a person are.
 */
const NOTABLE = new RegExp(
  String.raw`\b(won|award(ed)?|prize|medal|champion\w*|record|invented|founded|patent\w*` +
    String.raw`|published|discovered|climbed|summit\w*|marathon|triathlon|ironman|survived` +
    String.raw`|rescued|met (the|a) (president|queen|king|pope)|first (person|woman|man|in)` +
    String.raw`|once (lived|met|swam|rode|walked|flew|cycled)|cycled|sailed|world|fun fact` +
    String.raw`|secret\w*|unusual\w*|speaks? (three|four|five|six|seven|\d+) languages|twins?` +
    String.raw`|born (in|on|at)|degree in|phd|played (for|with|in)|performed|exhibit\w*)\b`,
  'i',
);

/** Returns the category to store: the client's, or one that the service chooses. */
export function storedCategory(
  given: AcceptedCategory | null | undefined,
  content: string,
): MemoryCategory {
  if (given === 'interesting' || given === 'system' || given === 'manual') return given;
  if (given && given !== 'auto') return 'system';
  return NOTABLE.test(content) ? 'interesting' : 'system';
}

/** Returns the stored category for a filter word; null for an unknown word. */
export function filterCategory(word: string, known: readonly string[]): MemoryCategory | null {
  if (!known.includes(word)) return null;
  return storedCategory(word as AcceptedCategory, '');
}
