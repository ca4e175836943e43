import { COUNT, MY, row, type RelationRule } from './rule.ts';

export const THINGS: readonly RelationRule[] = [
  row(
    'vehicle-drives',
    'vehicle',
    'changed',
    String.raw`(?:drives?|(?:am|is)\s+driving)\s+an?\s+(?<v>.+?)(?=\s+(?:now|these days)\b|$)`,
    ['I drive a Toyota.'],
    ['I drive to work.'],
  ),
  row(
    'vehicle-car-is',
    'vehicle',
    'changed',
    String.raw`${MY}(?:new\s+)?car\s+is\s+an?\s+(?<v>.+?)(?=\s+(?:now|these days)\b|$)`,
    ['My car is a red Fiesta.'],
    ['My car is dirty.'],
  ),
  row(
    'has-count',
    'has',
    'changed',
    String.raw`(?:(?:have|has)(?:\s+got)?|got|drives?` +
      String.raw`|owns?)\s+${COUNT}\s+(?!job\b)(?<v>[\p{L} -]+?)(?=\s+(?:at|in|with|on|now|these|for|from)\b|$)`,
    ['I have two cats at home.', "We've got three children.", 'Drives a Toyota'],
    ['I have to go.'],
  ),
  row(
    'has-plain',
    'has',
    'never',
    String.raw`(?:(?:have|has)(?:\s+got)?|wears?)\s+(?<v>[\p{L}]+)$`,
    ['I have asthma.', 'I wear glasses.'],
    ['I have been there.'],
  ),
  row(
    'bank-with',
    'bank',
    'changed',
    String.raw`banks?\s+with\s+(?<v>.+)$`,
    ['I bank with Barclays.'],
    ['I went to the bank.'],
  ),
  row(
    'commute',
    'commute',
    'changed',
    String.raw`(?:takes?\s+the\s+)?(?<v>train|bus|tram|tube|metro|cycles?|walks?|drives?)\s+to\s+work\b`,
    ['I take the train to work.', 'I cycle to work.'],
    ['I take the train to Leeds.'],
  ),
  row(
    'does',
    'does',
    'changed',
    String.raw`(?<v>(?:(?:runs?|swims?|cycles?|plays?|sings?|smokes?|drinks?|reads?|trains?|walks?` +
      String.raw`|paints?|takes?|gets?\s+up|wakes?\s+up)\b` +
      String.raw`|goe?s?\s+(?:to|\p{L}+ing))(?!\s+to\s+work).*)$`,
    ['I run every morning.', 'I go swimming on Wednesdays.', 'I play the piano.'],
    ['I ran this morning.'],
  ),
];
