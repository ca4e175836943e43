/**
 * What makes a sentence a lasting fact about its speaker, and what speaks against it. Round weights,
 * set by hand from what each cue means; their sum goes through a logistic.
 */

/** Bound to a day: true when said, false or meaningless next month. */
export const TIME_BOUND =
  /\b(?:today|tomorrow|tonight|right now|at the moment|this (?:morning|afternoon|evening|week|weekend|time)|next (?:time|monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|weekend|month|year)|later|upcoming|soon|for (?:a few|a couple of|two|three|four|five|six|\d+) (?:minutes|hours|days|weeks)|o'clock|\d+ ?[ap]m|in (?:a|an|one|two|three|\d+) (?:minutes?|hours?|days?|weeks?)|(?:just|about to) (?:leav(?:e|ing)|head(?:ing)?|go(?:ing)?)\b|good (?:night|morning))\b/i;

/** What is being prepared lasts longer than its date, which is left out: "is planning a trip". */
export const BEING_PREPARED =
  /^(?:i'm|i am|i've been|we're|we are) (?:\w+ly |also |still |now )?(?:planning|organi[sz]ing|hosting|preparing|working|putting together|getting ready|thinking|hoping|training|building|creating|saving|studying|writing)\b/i;
export const WHEN_IT_WILL_HAPPEN =
  /,?\s*\b(?:later )?(?:next (?:week|weekend|month|year|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|this (?:week|weekend|month|year|summer)|right now|at the moment|soon|tomorrow|upcoming(?= \w))\b,?/gi;

/** When something happened is left out of the fact that it happened. */
export const WHEN_IT_HAPPENED =
  /,?\s*\b(?:just\s+|only\s+)?(?:(?:this past|the past|last|past) (?:night|week|weekend|month|year|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|summer|winter|spring|fall|few (?:days|weeks|months))|(?:(?:a|an|one|two|three|four|five|six|\d+|a few|a couple of|several) )(?:days?|weeks?|months?) ago|the other day|yesterday|recently|lately|a while (?:ago|back)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b,?/gi;

/** Courtesy and what is said about the other one: nothing of it is about the user. */
export const ABOUT_LISTENER =
  /^(?:you|your|yours|you're|you've|you'll|got your|cool (?:you|that)|sounds|congrat\w*|good luck|long time|keep (?:it|up)|i'd love that|i agree|to (?:see|hear|meet|know|have) (?:you|that|it|from)|i hear you|i bet|i can imagine)\b/i;

const CONDITIONS =
  'asthma|diabetes|migraines?|arthritis|epilepsy|insomnia|eczema|hay fever|anaemia|anemia|adhd|dyslexia|high blood pressure|a (?:bad|weak) (?:back|knee|heart|stomach)';
const TRAITS =
  'vegetarian|vegan|pescatarian|diabetic|asthmatic|dyslexic|colou?r-?blind|deaf|divorced|married|widowed|single|engaged|retired|self-employed|unemployed|freelance|left-handed|right-handed|short-sighted|bilingual|religious|an atheist|catholic|muslim|jewish|christian|hindu|buddhist';

/** What somebody is, has, does or cannot do for good. It may be said in three words. */
export const TRAIT = new RegExp(
  [
    `^i(?:'m| am) (?:not )?(?:\\w+ly )?(?:${TRAITS})\\b`,
    `^i(?:'m| am) (?:not )?(?:\\w+ly )?(?:afraid|scared|terrified|fond|allergic|intolerant) (?:of|to)\\b`,
    `^i(?:'m| am) (?:not )?an? \\w+ person\\b`,
    `^i(?: have|'ve got|'ve had| suffer from) (?:${CONDITIONS})\\b`,
    `^i (?:can't|cannot|don't|do not|never) (?:eat|drink|smoke|digest|tolerate|stand|drive|swim|cook)\\b`,
    `^i (?:\\w+ly |always |never )?(?:live alone|live with|wear|sleep)\\b`,
    `^i (?:hate|love|enjoy) \\w+ing$`,
  ].join('|'),
  'i',
);

/** Where somebody is, what they carry and what is on their calendar passes. */
const PASSING = new RegExp(
  [
    `^i(?:'m| am) (?:at|outside|inside|by|on (?:my|the) (?:way|phone|bus|train)|here|there|back|home|ready|done|waiting)\\b`,
    `^i(?:'m| am) in the (?!army|navy|choir|band|team|club|union)\\w+$`,
    `\\bover (?:there|here)\\b`,
    `^i(?: have|'ve got) (?:an?|another|no) (?:meeting|question|problem|idea|call|reservation|appointment|flight|train|exam|headache|cold|fever|delivery|minute|moment|choice|cash|change|time)\\b`,
    `^i(?:'ve)? (?:forgot|forgotten|left) (?:my|the)\\b`,
    `^i (?:missed|dropped|parked|was (?:just )?(?:thinking|wondering|saying|about to))\\b`,
    `^(?:my|our) [a-z]+ is (?:cold|empty|full|wet|late|ready|here|gone|broken|stuck)\\b`,
    `\\b(?:leaves|starts|opens|closes|arrives|departs) at\\b`,
    `^i(?:'ve| have)? (?:already|just) (?:seen|paid|told|eaten|sent)\\b|\\balready\\.?$`,
  ].join('|'),
  'i',
);

const HOME =
  'kids?|children|family|wife|husband|son|daughter|mom|mum|dad|mother|father|parents|friends?|dogs?|cats?|pets?|puppy|kitten|grandma|grandpa|grandmother|grandfather|brother|sister|partner|girlfriend|boyfriend|fianc[eé]e?|twins|cousin|niece|nephew|aunt|uncle';
const PURSUITS =
  'jobs?|work|career|business|studio|store|shop|class(?:es)?|courses?|projects?|school|university|college|company|team|volunteer\\w*|training|degree|band|books?|novel|garden\\w*|music|guitar|piano|violin|painting|pottery|writing|dance|dancing|yoga|hiking|running|cooking|baking|photography|games?|art|church|charity|community|marathon|club|travel\\w*|camping|nature|volunteering|kitchen|car|house|home|apartment|charities|campaign|festival|competition|tournament|products?|app|blog|recipes?|health|diet|gym|exercis\\w*';

const cues: readonly (readonly [RegExp, number])[] = [
  [/^(?:i|i'm|i've|my|we|we're|we've|our)\b/i, 0.9],
  [TRAIT, 1.2],
  [PASSING, -1.5],
  [/\bmy\b/i, 0.5],
  [/\bi've (?:always|never|been|had|known|loved|lived|wanted|got)\b/i, 0.7],
  [/\bi(?:'m| am) (?:an? |the |from |married|single|vegan|vegetarian|allergic|retired|originally)/i, 1],
  [/\bi (?:\w+ )?(?:live|work|study|teach|volunteer|own|play|collect|speak|come from|grew up|was born|moved|run|write|paint)\b/i, 1],
  [/\b(?:love|like|enjoy|prefer|hate|can't stand|adore|favou?rite|fan of|passionate|passion|interested in|allergic|hobby)\b/i, 0.3],
  [/\b(?:favou?rite|allergic|vegetarian|vegan|intolerant)\b/i, 0.5],
  [/\bi(?:'m| am|'ve been) (?:\w+ )?(?:learning|studying|working on|looking into|researching|planning|thinking|considering|saving|training|trying|writing|building|practicing|teaching|taking)\b/i, 1.1],
  [/\bi(?:'m| am) (?:so |really |super |very )?(?:proud|grateful|thankful|lucky|determined|thrilled|blessed|passionate|keen|hoping)\b|\bi (?:cherish|value|believe|care about|treasure)\b|\bmatters? to me\b/i, 0.4],
  [/\b(?:dream|goal|hope to|hoping to|want to|aim|inspired? me|motivates? me|helps? me|makes me|keeps me|reminds me|means (?:a lot|so much)|special to me|important to me)\b/i, 0.3],
  [/\b(?:i|we) (?:finally |just |also |recently |even )?(?:started|joined|bought|adopted|moved|graduated|married|won|published|opened|signed up|launched|became|quit|lost|learned|finished|visited|attended|ran|took|went|made|wrote|painted|got|met|tried|built|found|hosted|organized|donated|performed|read|decided|passed|received|created|planted|cooked|baked|hiked|camped|celebrated|planned|used to)\b/i, 0.9],
  [new RegExp(`\\b(?:${HOME})\\b`, 'i'), 0.8],
  [new RegExp(`\\b(?:${PURSUITS})\\b`, 'i'), 0.8],
  [/\b(?:since|for) (?:i was|\d+|a few|many|several|two|three|four|five|six|seven|ten)\b|\byears old\b|\bas a (?:kid|child)\b|\bgrowing up\b/i, 0.8],
  [/\b\d{1,4}\b/, 0.3],
  [/ [A-Z][a-z]+/, 0.6],
  [/\b(?:because|'cause|so that)\b/i, 0.3],
  [/\b(?:you|your|you're|you'll|you've)\b/i, -1.1],
  [/\b(?:is|are|can be) (?:so |really )?(?:important|crucial|key|essential|vital|everything|necessary|powerful|precious|rewarding|healing|therapeutic)\b/i, 0.2],
  [/^(?:it|that|this|these|those|they|he|she|there|here)\b/i, -0.2],
  [/\b(?:this|these|those)\b/i, -0.1],
  [/\b(?:thank|thanks|congrats|glad|sorry|appreciate it|good luck|keep it up|let me know|can't wait|i agree|i'm sure|i bet|i heard|i hope|i guess|no worries|i see|i mean|i know|so happy for|proud of)\b/i, -1.3],
  [/\b(?:will|i'll|we'll|gonna|going to|let's|might|maybe|would|could)\b/i, -0.4],
  [/\bi(?:'d| would) like (?:to |a |an |some )|\bi (?:need|want) (?:a|an|the|some|to (?:book|order|buy|reserve|make|speak|talk|see|return|open|rent)|you)\b|\bi'm (?:looking for|calling|here to|afraid)\b/i, -1.6],
  [/\b(?:things?|stuff|something|everything|anything|someone)\b/i, -0.6],
  [/^i(?:'m| am) (?:so |really |super |very )?(?:excited|glad|happy|sure|ready)\b/i, -0.5],
  [/\b(?:he|she|him|her|they|it)\b/i, -0.2],
  [/^i (?:can|could|have to|gotta|need)\b/i, -0.5],
  [/^(?:i'll|i will|i(?:'ve)? (?:have |got )to|i must|i need to|i can't(?! (?:eat|drink|digest|tolerate|stand|drive|swim|cook)\b)|don't|let|add|remind|please)\b/i, -1.5],
  [/\b(?:not sure|don't know|no idea)\b/i, -1.2],
  [/\b(?:show|check out|look at|take a look|pic|picture|photo|here's)\b/i, -0.6],
]; // prettier-ignore

/** A sentence without any cue and with three content words has a chance of about one in thirty. */
const START = -4.2;
const PER_STEM = 0.4;
const MOST_STEMS = 10;

/** Who asks wants to know; an opinion has no first person that speaks for it. */
const BY_PLACE = { statement: 0, opinion: 0, answer: 1, 'full answer': 2.5 };

/** Chance that this is worth keeping; `stems` counts the words that carry its meaning. */
export function chanceOf(clause: string, stems: number, place: keyof typeof BY_PLACE): number {
  let score = START + PER_STEM * Math.min(stems, MOST_STEMS) + BY_PLACE[place];
  for (const [cue, weight] of cues) if (cue.test(clause)) score += weight;
  return 1 / (1 + Math.exp(-score));
}

const EXPERIENCE =
  /^(?:(?:Finally|Just|Also|Once|Even) )?(?:Started|Joined|Bought|Adopted|Moved|Graduated|Won|Published|Opened|Signed|Launched|Quit|Lost|Learned|Finished|Visited|Attended|Ran|Took|Went|Made|Wrote|Painted|Got|Met|Tried|Built|Found|Hosted|Organized|Donated|Performed|Read|Had|Saw|Did|Came|Dreams?|Hopes?|Wants?|Believes?|Finds?|Thinks?|Feels?)\b|\b(?:means|makes them|helps them|reminds them|inspire\w*|motivate\w*)\b/;

/**
 * `system`: what an assistant has to know (home, work, tastes, people). `interesting`: what one would
 * tell others (experiences, hopes, convictions).
 */
export const kindOf = (content: string): 'interesting' | 'system' =>
  EXPERIENCE.test(content) ? 'interesting' : 'system';
