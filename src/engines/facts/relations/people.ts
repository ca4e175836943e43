import { MY, NAME, PERSON, row, type RelationRule } from './rule.ts';

export const PEOPLE: readonly RelationRule[] = [
  row(
    'name-of',
    'name',
    'always',
    String.raw`${MY}(?:new\s+)?${PERSON}(?:'s\s+name\s+is|\s+is\s+(?:called|named))\s+(?<v>${NAME}.*?)(?=\s+now\b|$)`,
    ['My dog is called Rufus.', "Wife's name is Nina"],
    ['My dog is old.'],
  ),
  row(
    'name-is',
    'name',
    'always',
    String.raw`${MY}(?<topic>dentist|doctor|gp|therapist|landlord|landlady` +
      String.raw`|boss)\s+is\s+(?<v>(?:doctor|dr|mr|mrs|ms|miss)\s.+?)(?=\s+now\b|$)`,
    ['My dentist is Doctor Pym.'],
    ['My dentist is ill.'],
  ),
  row(
    'name-with-a',
    'name',
    'always',
    String.raw`(?:have|has)\s+(?:got\s+)?an?\s+${PERSON}\s+(?:called|named)\s+(?<v>.+)$`,
    ['I have a son called Leo.'],
    ['I have a son.'],
  ),
  row(
    'name-is-my',
    'name',
    'always',
    String.raw`(?<v>${NAME})\s+is\s+(?:my|our)\s+${PERSON}$`,
    ['Piotr is my husband.'],
    ['Piotr is my favourite cook.'],
  ),
  row(
    'name-married',
    'name',
    'always',
    String.raw`(?:am|is|are)\s+married\s+to\s+(?<v>${NAME})`,
    ["I'm married to Nina."],
    ["I'm married to my work."],
    'spouse',
  ),
  row(
    'age-is',
    'age',
    'always',
    String.raw`(?:am|turned|(?:have\s+)?just\s+turned)\s+(?<v>(?:twenty|thirty|forty|fifty|sixty` +
      String.raw`|seventy|eighty|ninety)(?:[ -]\p{L}+)?|\d\d)` +
      String.raw`(?=\s+(?:last|years|this|on|in)\b|$)`,
    ["I'm thirty-four.", 'I turned thirty-five last week.'],
    ["I'm ten minutes late."],
  ),
  row(
    'born-on',
    'birth',
    'never',
    String.raw`(?:${MY}birthday\s+is|(?:was|am|were)\s+born)\s+(?:in|on)\s+(?<v>.+)$`,
    ['I was born in Naples.', 'My birthday is on the third of May.'],
    ['My birthday is a sore point.'],
  ),
  row(
    'from-place',
    'origin',
    'never',
    String.raw`(?:(?:am|is|are|come|comes)\s+from|grew\s+up\s+in)\s+(?<v>.+?)(?=\s+originally|$)`,
    ["I'm from Kraków originally.", 'I grew up in Kraków.'],
    ['I came from the shop.'],
  ),
  row(
    'phone-ends',
    'phone',
    'changed',
    String.raw`${MY}(?:new\s+)?(?:phone\s+)?number\s+(?:ends\s+in|is)\s+(?<v>.+)$`,
    ['My phone number ends in double four.'],
    ['A number of people came.'],
  ),
  row(
    'school-of',
    'school',
    'changed',
    String.raw`goes\s+to\s+(?<v>.+?)(?=\s+now\b|$)`,
    ['My daughter goes to Oakfield Primary.'],
    ['My daughter went to Oakfield Primary.'],
  ),
];
