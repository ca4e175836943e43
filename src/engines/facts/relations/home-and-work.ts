import { BE, END, MY, row, type RelationRule } from './rule.ts';

/** Topics, rooms, programs and days, to which people move a talk, or themselves for an hour. */
const ELSEWHERE =
  String.raw`(?:the\s+)?(?:it|here|there|one|two|three|first|second|next|last|plan|page|chapter|step|item` +
  String.raw`|topic|question|point|slide|part|phase|stage|room|table|line|row|gate|platform|version|number|bed` +
  String.raw`|lunch|dinner|kitchen|bathroom|bedroom|office|garden|sofa|couch|floor|back|front|upstairs|downstairs` +
  String.raw`|zoom|teams|microsoft|skype|slack|meet|google|webex|discord|whatsapp|signal|telegram|linux|windows` +
  String.raw`|android|decaf|tea|coffee|\p{L}+day)\b`;
const NO_PLACE =
  String.raw`(?:${ELSEWHERE}|the\s+(?!(?:netherlands|uk|us|usa|states|hague|philippines)\b)` +
  String.raw`|(?:an?|my|our|your|his|her|its|their|another|this|that)\b)`;
const MOVED = String.raw`(?:have\s+|has\s+)?(?:moved|relocated)\s+(?:out\s+)?to\s+`;
const named = (rule: RelationRule): RelationRule => ({ ...rule, isName: true });

export const HOME: readonly RelationRule[] = [
  row(
    'home-live',
    'home',
    'changed',
    String.raw`(?:(?:have\s+)?(?:been\s+)?liv(?:e|es|ing)|(?:have|has)\s+lived|${BE}\s+(?:now\s+)?living|` +
      String.raw`${BE}\s+based|resides?)\s+in\s+(?:a\s+(?:flat|house)\s+in\s+)?(?<v>.+?)${END}`,
    [
      'I live in Lisbon.',
      'Lives in Lisbon',
      'I have lived in York for ages.',
      'Is based in Brighton',
    ],
    ['I lived in Lisbon.', "I'd love to live in Cornwall."],
  ),
  named(
    row(
      'home-moved',
      'home',
      'always',
      MOVED +
        String.raw`(?:an?\s+(?:\p{L}+\s+)?(?:flat|house|place|apartment)\s+in\s+)?(?!${NO_PLACE})(?<v>.+?)${END}`,
      [
        'We moved to Porto.',
        'She has moved to Bristol',
        'We moved to a bigger flat in Hove.',
        'We moved to the Netherlands.',
      ],
      [
        'We moved the sofa.',
        'We moved to the next topic.',
        'We moved to the kitchen.',
        'I moved to Zoom.',
        'We moved to another table.',
        'The call moved to Teams.',
        'It moved to Thursday.',
      ],
    ),
  ),
  row(
    'home-bought',
    'home',
    'changed',
    String.raw`(?:have\s+|has\s+)?bought\s+a\s+(?:house|flat|place)\s+in\s+(?<v>.+?)${END}`,
    ['We have bought a house in Hove.'],
    ['I bought a hat in Hove.'],
  ),
  row(
    'home-place',
    'home',
    'changed',
    String.raw`${MY}(?:flat|house|home|apartment|place)\s+is\s+in\s+(?<v>.+?)${END}`,
    ['My flat is in Lisbon.'],
    ['My flat is small.'],
  ),
];

export const WORK: readonly RelationRule[] = [
  row(
    'work-for',
    'employer',
    'changed',
    String.raw`(?:(?:am|is|are)\s+)?(?:works?|working|employed)\s+(?:at|for|with|by)\s+(?<v>.+?)(?=\s+in\s|\s+since\b|$)`,
    ['I work for Bosch.', 'Works at a bakery'],
    ['I worked for Bosch.'],
  ),
  row(
    'work-job-at',
    'employer',
    'changed',
    String.raw`(?:have|has)\s+(?:got\s+)?a\s+(?:new\s+)?job\s+(?:at|with)\s+(?<v>.+?)(?=\s+in\s|$)`,
    ["I've got a job at a bakery."],
    ["I've got a job to do."],
  ),
  row(
    'work-started',
    'employer',
    'changed',
    String.raw`(?:have\s+|has\s+)?started\s+(?:work\s+|a\s+(?:new\s+)?job\s+)?(?:at|with)\s+(?<v>.+?)(?=\s+in\s|$)`,
    ["I've started at a charity."],
    ['We started early.'],
  ),
  row(
    'work-with',
    'employer',
    'never',
    String.raw`am\s+(?:with|at)\s+(?<v>.+?)(?=\s+now\b|$)`,
    ["I'm with the water board."],
    ['I was with the water board.'],
  ),
  row(
    'work-as',
    'occupation',
    'changed',
    String.raw`(?:(?:am|is|are)\s+)?(?:works?|working)\s+as\s+(?:an?\s+)?(?<v>.+?)(?=\s+(?:at|in|for|now|since)\b|$)`,
    ['I work as a teacher.', 'Works as a nurse'],
    ['I worked as a nurse.'],
  ),
  row(
    'work-is',
    'occupation',
    'changed',
    String.raw`(?:am|is|are)\s+an?\s+(?!vegan|vegetarian|big|huge|bit|lot|member` +
      String.raw`|fan)(?<v>(?:(?!student\b|player\b)[\p{L}-]+\s*){1,3}?)` +
      String.raw`(?=\s+(?:at|in|for|now|since)\b|$)`,
    ["I'm a teacher.", 'Is a nurse at the hospital'],
    ["I'm a big fan of jazz.", "I'm a vegan."],
  ),
  row(
    'work-teach',
    'occupation',
    'never',
    String.raw`teach(?:es)?\s+(?<v>\p{L}+)$`,
    ['I teach maths.'],
    ['I teach my son to swim.'],
    'teacher',
  ),
  row(
    'study-subject',
    'study',
    'changed',
    String.raw`(?:(?:am|is|are)\s+studying|stud(?:y|ies))\s+(?<v>.+?)(?=\s+(?:at|in)\b|$)`,
    ["I'm studying law.", 'Studies chemistry at Leeds'],
    ['I studied law.'],
  ),
  row(
    'study-student',
    'study',
    'changed',
    String.raw`(?:am|is|are)\s+an?\s+(?<v>[\p{L} ]+?)\s+student`,
    ["I'm a law student."],
    ["I'm a teacher."],
  ),
  row(
    'study-switched',
    'study',
    'always',
    String.raw`(?:have\s+|has\s+)?(?:switched|changed)\s+to\s+(?<v>physics|chemistry|biology|law|medicine|` +
      String.raw`history|maths|english|economics|engineering|geography|psychology|philosophy|art|music)\b`,
    ['I switched to physics.'],
    ['I switched to decaf.'],
  ),
];
