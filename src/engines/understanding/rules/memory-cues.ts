/**
 * Cues for and against a lasting fact about the speaker of a sentence. The weights are round
 * numbers set by hand; the logistic function converts their sum to a probability.
 */

/** Words that limit a fact to a day, after which it is false or meaningless. */
export const TIME_BOUND =
  /\b(?:today|tomorrow|tonight|right now|at the moment|this (?:morning|afternoon|evening|week|weekend|time)|next (?:time|monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|weekend|month|year)|later|upcoming|soon|for (?:a few|a couple of|two|three|four|five|six|\d+) (?:minutes|hours|days|weeks)|o'clock|\d+ ?[ap]m|in (?:a|an|one|two|three|\d+) (?:minutes?|hours?|days?|weeks?)|(?:just|about to) (?:leav(?:e|ing)|head(?:ing)?|go(?:ing)?)\b|good (?:night|morning))\b/i;

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** Matches a calendar date or an hour, unless it recurs every year or week. */
export const ON_A_DATE = new RegExp(
  `^(?!.*\\b(?:born|birthday|anniversary|every|each|always|usually)\\b).*(?:\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b|\\b\\d{1,2}(?:st|nd|rd|th)(?: of)? ${MONTH}\\b|\\bthe \\d{1,2}(?:st|nd|rd|th)\\b|\\bon the (?:(?:twenty|thirty)-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\\w+teenth|tenth|eleventh|twelfth|twentieth|thirtieth)(?= of|,|$| (?:at|in the|and))|\\b(?:on|this|by|until|till|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day\\b|\\bat \\w+ (?:to|past) \\w+\\b|\\bat (?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?::\\d\\d)?(?: ?[ap]\\.?m| in the (?:morning|afternoon|evening))\\b)`,
  'i',
);

/** Matches past events, which stay true if the fact includes their day. */
export const PAST =
  /^(?:(?:Finally|Just|Also|Recently|Once) )?(?:\p{L}+ed|Went|Took|Got|Met|Ran|Saw|Had|Made|Won|Bought|Lost|Read|Wrote|Came|Did|Left|Built|Found|Taught|Began|Became|Was|Were)\b/u;

/**
 * Matches plans, which stay true beyond their date, so the date is removed: "is planning a trip".
 */
export const BEING_PREPARED =
  /^(?:i'm|i am|i've been|we're|we are) (?:\w+ly |also |still |now )?(?:planning|organi[sz]ing|hosting|preparing|working|putting together|getting ready|thinking|hoping|training|building|creating|saving|studying|writing)\b/i;
export const WHEN_IT_WILL_HAPPEN =
  /,?\s*\b(?:later )?(?:next (?:week|weekend|month|year|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|this (?:week|weekend|month|year|summer)|right now|at the moment|soon|tomorrow|upcoming(?= \w))\b,?/gi;

/** Matches the time of a past event, which is removed from the fact. */
export const WHEN_IT_HAPPENED =
  /,?\s*\b(?:just\s+|only\s+)?(?:(?:this past|the past|last|past) (?:night|week|weekend|month|year|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|summer|winter|spring|fall|few (?:days|weeks|months))|(?:(?:a|an|one|two|three|four|five|six|\d+|a few|a couple of|several) )(?:days?|weeks?|months?) ago|the other day|yesterday|recently|lately|a while (?:ago|back)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b,?/gi;

/**
 * Matches sentences about the present moment: notes, things handed over, a suitable hour, passing
 * feelings, calls to somebody.
 */
export const OF_THE_MOMENT = new RegExp(
  [
    "^i (?:might|thought|were)\\b|^i(?:'d| would) (?:say|think|guess)\\b|^i wouldn't\\b",
    "^i(?:'m| am) (?:up|down) on\\b|^i(?:'m| am) not \\w+ing\\b",
    "^i(?:'ve| have) (?:got )?(?:only )?(?:\\w+ )+left$",
    "^i(?:'m| am) (?:no better|no worse|off (?:at|to)|in,|out,)",
    "(?:'s|'m|'re|\\b(?:is|are|am)) (?:.* )?(?:all (?:day|morning|afternoon|evening|night|week|weekend|month)|(?:till|until) \\w+)$",
    '^(?:note(?: to self)?:|note that\\b|memo\\b|reminder\\b|remember to\\b|remind\\b|please\\b|here (?:is|are)\\b)',
    "^i(?:'ll| will| won't| have to|'ve (?:got )?to| must| wish|'m kidding| am kidding)\\b|^(?:already|a little|a bit)\\b|^i(?:'d| would) like to (?:book|order|buy|reserve|pay|return|speak|make)\\b",
    "^(?:ignore|reply|answer|forget|delete|send|write|tell|click|open|call|say|do|don't|do not|never mind)\\b",
    '\\b(?:works?|fits?|suits?|is (?:fine|good|okay|ok|perfect|great)) (?:for|with|by) (?:me|us)\\b',
    "^i(?:'m| am| was) (?:(?:so|really|very|a bit|a little|quite|not|just) )*(?:mad|angry|upset|tired|hungry|thirsty|bored|busy|late|sick|cold|fine|okay|ok|sorry|in the mood|used to (?:it|that)|willing|impressed|supposed)\\b",
    "\\b(?:won't|will not) be able\\b",
    "\\b(?:sir|madam|ma'am)\\b|, (?:mr|mrs|ms|miss|dr|doctor)\\b",
    '\\b(?:(?:with|to|of|for) (?:that|this|those|these)|that one|this one)[.!]?$',
  ].join('|'),
  'i',
);

/** Matches polite phrases and statements about the listener, which say nothing about the user. */
export const ABOUT_LISTENER =
  /^(?:you|your|yours|you're|you've|you'll|got your|cool (?:you|that)|sounds|congrat\w*|good luck|long time|keep (?:it|up)|i'd love that|i agree|to (?:see|hear|meet|know|have) (?:you|that|it|from)|i hear you|i bet|i can imagine)\b/i;

const CONDITIONS =
  'asthma|diabetes|migraines?|arthritis|epilepsy|insomnia|eczema|hay fever|anaemia|anemia|adhd|dyslexia|high blood pressure|a (?:bad|weak) (?:back|knee|heart|stomach)';
const TRAITS =
  'coeliac|celiac|lactose intolerant|teetotal|hard of hearing|partially sighted|vegetarian|vegan|pescatarian|diabetic|asthmatic|dyslexic|colou?r-?blind|deaf|divorced|married|widowed|single|engaged|retired|self-employed|unemployed|freelance|left-handed|right-handed|short-sighted|bilingual|religious|an atheist|catholic|muslim|jewish|christian|hindu|buddhist';

/**
 * Matches lasting properties, states, possessions and inabilities of a person. For these, a fact
 * needs only three words.
 */
const TRAIT = new RegExp(
  [
    `^i(?:'m| am) (?:not )?(?:\\w+ly )?(?:${TRAITS})\\b`,
    `^i(?:'m| am) (?:not )?(?:\\w+ly )?(?:afraid|scared|terrified|fond|allergic|intolerant) (?:of|to)\\b`,
    `^i(?:'m| am) (?:not )?an? \\w+ person\\b`,
    `^i(?: have|'ve got|'ve had| suffer from) (?:${CONDITIONS})\\b`,
    `^i (?:can't|cannot|don't|do not|never) (?:even )?(?:eat|drink|smoke|digest|tolerate|stand(?= \\w)|drive|swim|cook|touch (?!it|that|this|them|the|you))\\b`,
    `^i(?:'m not allowed| can't have| mustn't have) (?!a|an|the|it|that|this|them|you|any|my|to|both|him|her|people|anyone)\\b\\w+(?: \\w+)?(?:,|$)`,
    `^i(?:'ve| have) an? (?:stammer|stutter|lisp|limp|pacemaker|hearing aid|new (?:left |right )?(?:hip|knee)|artificial \\w+)\\b`,
    `^i(?:'ve| have) (?:stopped|given up|gone off|quit|come off) (?!on|it|that|this|them|there|here|at|the idea|\\w+ing (?:it|that|them)\\b)\\w+`,
    `^i gave up (?!on|it|that|this|them|there|here|trying|waiting|my|the)\\w+`,
    `^i(?:'ve| have) been (?:(?:happily|un)?married|divorced|engaged|widowed|single|sober|retired|self-employed|vegan|vegetarian)\\b`,
    `^i(?:'m| am) (?:nearly |almost )?(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\\d\\d)(?:-\\w+)?(?: years old)?$`,
    `^i(?:'m| am) on (?:nights|earlies|lates|dialysis|insulin|statins|blood thinners|antidepressants|warfarin)$`,
    `^i (?:\\w+ly |always |never )?(?:live alone|live with|wear|sleep)\\b`,
    `^i (?:hate|love|enjoy) \\w+ing$`,
  ].join('|'),
  'i',
);

/** Matches temporary facts: where a person is, what they carry, appointments in their calendar. */
const PASSING = new RegExp(
  [
    `^i(?:'m| am) (?:at|outside|inside|by|on (?:my|the) (?:way|phone|bus|train)|here|there|back|home|ready|done|waiting)\\b`,
    `^i(?:'m| am) in the (?!army|navy|choir|band|team|club|union)\\w+$`,
    `^(?:my|our) (?:\\w+ ){1,3}(?:is|are) (?:coming|going|leaving|visiting|staying|waiting|asleep|away|out|back|late|busy|at (?:the|school|work|home)|off)\\b`,
    `\\bover (?:there|here)\\b`,
    `^i(?: have|'ve got) (?:an?|another|no) (?:meeting|question|problem|idea|call|reservation|appointment|flight|train|exam|headache|cold|fever|delivery|minute|moment|choice|cash|change|time)\\b`,
    `^i(?:'ve)? (?:forgot|forgotten|left) (?:my|the)\\b`,
    `^i (?:missed|dropped|parked|was (?:just )?(?:thinking|wondering|saying|about to))\\b`,
    `^(?:my|our) [a-z]+ is (?:cold|empty|full|wet|late|ready|here|gone|broken|stuck)\\b`,
    `^(?:my|our) [a-z]+ (?:broke|died|crashed|stopped|got stuck)\\b`,
    `\\b(?:leaves|starts|opens|closes|arrives|departs) at\\b`,
    `^i(?:'ve| have)? (?:already|just) (?:seen|paid|told|eaten|sent)\\b|\\balready\\.?$`,
  ].join('|'),
  'i',
);

const HOME =
  'kids?|children|family|wife|husband|son|daughter|mom|mum|dad|mother|father|parents|friends?|dogs?|cats?|pets?|puppy|kitten|grandma|grandpa|grandmother|grandfather|brother|sister|partner|girlfriend|boyfriend|fianc[eé]e?|twins|cousin|niece|nephew|aunt|uncle';
const PURSUITS =
  'jobs?|work|career|business|studio|store|shop|class(?:es)?|courses?|projects?|school|university|college|company|team|volunteer\\w*|training|degree|band|books?|novel|garden\\w*|music|guitar|piano|violin|painting|pottery|writing|dance|dancing|yoga|hiking|running|cooking|baking|photography|games?|art|church|charity|community|marathon|club|travel\\w*|camping|nature|volunteering|kitchen|car|house|home|apartment|charities|campaign|festival|competition|tournament|products?|app|blog|recipes?|health|diet|gym|exercis\\w*';

const OFTEN = 'always|usually|often|never|normally|sometimes|mostly';
/** Matches a named object. Sentences such as "I like that" or "I like your idea" do not count. */
const NAMED =
  '(?!(?:it|that|this|these|those|you|your|him|her|them|to|how|when|the (?:idea|way|sound|look))\\b)';
/** Matches plain statements about a person's character, life and daily habits. */
const PLAIN_FACT = new RegExp(
  [
    `^i (?:${OFTEN}) (?!said|thought|told|wondered)\\w+`,
    `^i (?:\\w+ly )?(?:was born|grew up|come from|live|work (?:as|at|for|in|from)|used to (?:live|work|play|be|have)|study|studied|teach|speak|play|collect|own|drive|run an?|go (?:\\w+ing|to (?:church|school|the gym)))\\b`,
    `^i (?:really |absolutely )?(?:love|hate|adore|prefer|enjoy|can't stand) ${NAMED}\\w+`,
    `^i (?:don't|do not) (?:even |really )?(?:like|enjoy) ${NAMED}(?!the |being )\\w+`,
    `^i (?:only |mostly )?work (?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|^i (?:only |mostly )?work (?:nights|weekends|shifts|mornings|evenings|part[- ]time|full[- ]time)\\b`,
    `^i (?!'ll|will |can |need |want |think |know |said |told )\\w+ (?!it |that |this |them |him |her )(?:.* )?on (?:mon|tues|wednes|thurs|fri|satur|sun)days\\b`,
    `^i (?:came|moved) (?:here|over|to this country) (?:in|when|from|as)\\b`,
    `^at home i speak \\w+`,
    `^i(?:'ve)? (?:taught|worked|nursed|farmed|served|played|drove|driven|lived|sung|fished) .*\\b(?:\\w+[- ])?(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|\\w+ty|\\d+) years?$`,
    `^i do (?:payroll|accounts|the books|nails|hair|roofs|roofing|plumbing|security|deliveries|night shifts|two jobs|three jobs)\\b`,
    `^i work (?:with|on) (?!it|that|this|them|him|her|you|me|the|my|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\\w+`,
    `^i(?:'m| am) on the (?:early|late|night|day) shift (?:at|in|for)\\b`,
    `^my (?:left |right |bad |lower )?(?:knees?|hips?|back|shoulders?|ankles?|wrists?|elbows?|neck|eyes|ears?|hearing|sight|heart|feet|hands?)(?:'s| is|'s been| has been| keeps?) (?:still |always |been )?(?:clicking|bad|weak|swollen|sore|stiff|playing up|going|failing|gone|giving out)\\b`,
    `^i(?:'m| am) (?:an? (?!bit|little|lot|few)\\w+|from|originally from|learning|training)\\b`,
    `^i (?:have|'ve got|don't have) (?:an?|one|two|three|four|five|no|my own) (?:\\w+ )?(?:${HOME}|brothers|sisters|sons|daughters|bakery|shop|company|farm|garden)\\b`,
    `^i (?:have|'ve got) (?:two|three|four|five|six|seven) (?!minutes|hours|days|weeks|months|questions|things|meetings|options|choices|bags|tickets|more|of)\\w+s\\b`,
    `^i(?:'ve| have) (?:${OFTEN}) \\w+|^i(?:'ve| have) been \\w+ing .*\\b(?:since|for)\\b`,
    `^i (?:take|like) my \\w+`,
    `^(?:my|our) (?:\\w+ )?(?:${HOME}|boss|colleague|doctor|dentist|neighbou?r|teacher|family|parents)(?: \\p{Lu}\\w+)? (?:is (?:an?|the|called|retired|from|married|\\w+ years old)|has (?!to|been|got to)|lives|works|was an?|used to|plays|loves|hates|speaks|comes)\\b`,
    `^my (?:\\w+ )?(?:favou?rite|birthday|name|dream|hobby|hometown|native language|mother tongue|job)\\b`,
    `^i(?:'ve always wanted| want) to (?:learn|become|be an?)\\b`,
  ].join('|'),
  'iu',
);

/** Returns whether a clause states somebody's lasting situation in plain words. */
export const isPlainFact = (clause: string): boolean =>
  TRAIT.test(clause) || PLAIN_FACT.test(clause);

const cues: readonly (readonly [RegExp, number])[] = [
  [/^(?:i|i'm|i've|my|we|we're|we've|our)\b/i, 0.9],
  [TRAIT, 3],
  [PLAIN_FACT, 2],
  [PASSING, -1.5],
  [/\bmy\b/i, 0.5],
  [/\bi've (?:always|never|been|had|known|loved|lived|wanted|got)\b/i, 0.7],
  [
    /\bi(?:'m| am) (?:an? |the |from |married|single|vegan|vegetarian|allergic|retired|originally)/i,
    1,
  ],
  [
    /\bi (?:\w+ )?(?:live|work|study|teach|volunteer|own|play|collect|speak|come from|grew up|was born|moved|run|write|paint)\b/i,
    1,
  ],
  [
    /\b(?:love|like|enjoy|prefer|hate|can't stand|adore|favou?rite|fan of|passionate|passion|interested in|allergic|hobby)\b/i,
    0.3,
  ],
  [/\b(?:favou?rite|allergic|vegetarian|vegan|intolerant)\b/i, 0.5],
  [
    /\bi(?:'m| am|'ve been) (?:\w+ )?(?:learning|studying|working on|looking into|researching|planning|thinking|considering|saving|training|trying|writing|building|practicing|teaching|taking)\b/i,
    1.1,
  ],
  [
    /\bi(?:'m| am) (?:so |really |super |very )?(?:proud|grateful|thankful|lucky|determined|thrilled|blessed|passionate|keen|hoping)\b|\bi (?:cherish|value|believe|care about|treasure)\b|\bmatters? to me\b/i,
    0.4,
  ],
  [
    /\b(?:dream|goal|hope to|hoping to|want to|aim|inspired? me|motivates? me|helps? me|makes me|keeps me|reminds me|means (?:a lot|so much)|special to me|important to me)\b/i,
    0.3,
  ],
  [
    /\b(?:i|we) (?:finally |just |also |recently |even )?(?:started|joined|bought|adopted|moved|graduated|married|won|published|opened|signed up|launched|became|quit|lost|learned|finished|visited|attended|ran|took|went|made|wrote|painted|got|met|tried|built|found|hosted|organized|donated|performed|read|decided|passed|received|created|planted|cooked|baked|hiked|camped|celebrated|planned|used to)\b/i,
    0.9,
  ],
  [new RegExp(`\\b(?:${HOME})\\b`, 'i'), 0.8],
  [new RegExp(`\\b(?:${PURSUITS})\\b`, 'i'), 0.8],
  [
    /\b(?:since|for) (?:i was|\d+|a few|many|several|two|three|four|five|six|seven|ten)\b|\byears old\b|\bas a (?:kid|child)\b|\bgrowing up\b/i,
    0.8,
  ],
  [/\b\d{1,4}\b/, 0.3],
  [/ [A-Z][a-z]+/, 0.6],
  [/\b(?:because|'cause|so that)\b/i, 0.3],
  [/\b(?:you|your|you're|you'll|you've)\b/i, -1.1],
  [
    /\b(?:is|are|can be) (?:so |really )?(?:important|crucial|key|essential|vital|everything|necessary|powerful|precious|rewarding|healing|therapeutic)\b/i,
    0.2,
  ],
  [/^(?:it|that|this|these|those|they|he|she|there|here)\b/i, -0.2],
  [/\b(?:this|these|those)\b/i, -0.1],
  [
    /\b(?:thank|thanks|congrats|glad|sorry|appreciate it|good luck|keep it up|let me know|can't wait|i agree|i'm sure|i bet|i heard|i hope|i guess|no worries|i see|i mean|i know|so happy for|proud of)\b/i,
    -1.3,
  ],
  [/\b(?:will|i'll|we'll|gonna|going to|let's|might|maybe|would|could)\b/i, -0.4],
  [
    /\bi(?:'d| would) like (?:to |a |an |some )|\bi (?:need|want) (?:a|an|the|some|to (?:book|order|buy|reserve|make|speak|talk|see|return|open|rent)|you)\b|\bi'm (?:looking for|calling|here to|afraid)\b/i,
    -1.6,
  ],
  [/\b(?:things?|stuff|something|everything|anything|someone)\b/i, -0.6],
  [/^i(?:'m| am) (?:so |really |super |very )?(?:excited|glad|happy|sure|ready)\b/i, -0.5],
  [/\b(?:he|she|him|her|they|it)\b/i, -0.2],
  [/^i (?:can|could|have to|gotta|need)\b/i, -0.5],
  [
    /^(?:i'll|i will|i(?:'ve)? (?:have |got )to|i must|i need to|i can't(?! (?:eat|drink|digest|tolerate|stand|drive|swim|cook)\b)|don't|let|add|remind|please)\b/i,
    -1.5,
  ],
  [/\b(?:not sure|don't know|no idea)\b/i, -1.2],
  [/^(?:my|our) .*\b(?:said|says|told|asked|thinks?|wants? (?:me|us))\b|\bif\b/i, -1],
  [/\b(?:show|check out|look at|take a look|pic|picture|photo|here's)\b/i, -0.6],
];

/**
 * With this start value, a sentence without cues and with three content words has a probability of
 * about one in thirty.
 */
const START = -4.2;
const PER_STEM = 0.4;
const MAX_STEMS = 10;

/**
 * A full answer gets more weight, because somebody asked for it. An opinion gets no extra weight,
 * because it lacks the first person, which is the other sign of a fact.
 */
const BY_PLACE = { statement: 0, opinion: 0, answer: 1, 'full answer': 2.5 };

/**
 * Returns the probability that a clause is worth keeping; `stems` is the number of content words.
 */
export function factChanceOf(clause: string, stems: number, place: keyof typeof BY_PLACE): number {
  let score = START + PER_STEM * Math.min(stems, MAX_STEMS) + BY_PLACE[place];
  for (const [cue, weight] of cues) if (cue.test(clause)) score += weight;
  return 1 / (1 + Math.exp(-score));
}

const EXPERIENCE =
  /^(?:(?:Finally|Just|Also|Once|Even) )?(?:Started|Joined|Bought|Adopted|Moved|Graduated|Won|Published|Opened|Signed|Launched|Quit|Lost|Learned|Finished|Visited|Attended|Ran|Took|Went|Made|Wrote|Painted|Got|Met|Tried|Built|Found|Hosted|Organized|Donated|Performed|Read|Had|Saw|Did|Came|Dreams?|Hopes?|Wants?|Believes?|Finds?|Thinks?|Feels?)\b|\b(?:means|makes them|helps them|reminds them|inspire\w*|motivate\w*)\b/;

/**
 * `system`: facts that an assistant needs (home, work, tastes, people). `interesting`: facts worth
 * telling others (experiences, hopes, convictions).
 */
export const kindOf = (content: string): 'interesting' | 'system' =>
  EXPERIENCE.test(content) ? 'interesting' : 'system';
