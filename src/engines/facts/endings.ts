/** Words that say that a fact is over: "not any more", "quit", "sold", "died". Rows with examples. */
export interface EndingRule {
  name: string;
  /**
   * The group `v` is what is over. Without it, the facts of these relations are over; with both,
   * only facts of these relations and memberships that name `v`. A single verb in `whole` is over
   * only as a habit of its own: "Runs every morning", but not "Drinks coffee".
   */
  when: RegExp;
  relations?: readonly string[];
  reads: readonly string[];
  leaves: readonly string[];
}

const row = (
  name: string,
  when: string,
  reads: readonly string[],
  leaves: readonly string[] = [],
  relations?: readonly string[],
): EndingRule => ({
  name,
  when: new RegExp(when, 'iu'),
  reads,
  leaves,
  ...(relations && { relations }),
});

const MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december' +
  '|the\\s+(?:spring|summer|autumn|winter)';
/** Relations that people leave. "I left the dog at the kennel" is about no relation. */
const LEAVABLE = ['employer', 'occupation', 'study', 'learning'];
/** Places that people leave every day. */
const DAILY =
  'office|house|flat|building|room|kitchen|shop|pub|bar|party|meeting|park|library|gym|club' +
  '|hospital|hotel|airport|station|beach|church';

const LEFT = String.raw`(?:in|on|at|last|this|because|and then|yesterday|since|years?|lately)\b`;
/** Up to a time or a reason. */
const REST = String.raw`(?<v>.+?)(?=\s+${LEFT}|$)`;
/** Up to a time or a reason, where no place or person follows. */
const UP_TO_THEN =
  String.raw`(?<v>\S+(?:\s+(?!(?:at|in|on|with)\s)\S+)*?)` +
  String.raw`(?=\s+(?:in\s+(?:${MONTH})|last|this|because|and\s+then|yesterday|since|years?|lately)\b|$)`;

const ENGLISH: readonly EndingRule[] = [
  row(
    'over-not-any-more',
    String.raw`^(?:(?:am|is|are|do|does)\s+not|never)\s+(?!(?:drink|eat)\s+any\s)(?<v>.+?)\s+any\s+more$`,
    ["I don't smoke any more.", "I'm not vegan any more."],
    ["I don't smoke.", "I don't drink any more."],
  ),
  row(
    'over-cannot-any-more',
    String.raw`^(?:can\s+not\s+|(?:(?:do|does)\s+not|never)\s+(?=(?:drink|eat)\s+any\s))` +
      String.raw`(?<whole>.+?)\s+any\s+more$`,
    ["I can't run any more.", "I don't drink any more."],
    ["I can't run.", "I can't wait any more minutes."],
  ),
  row(
    'over-no-longer',
    String.raw`^(?:am|is|are|do|does)?\s*no\s+longer\s+(?<v>.+)$`,
    ["I'm no longer allergic to eggs.", 'I no longer drive.'],
    ['It takes no longer than an hour.'],
  ),
  row(
    'over-quit-job',
    String.raw`^(?:have\s+|has\s+)?(?:quit|left|lost)\s+(?:my|the|her|his)\s+job$`,
    ['I quit my job.'],
    ['I quit my job at Tesco.'],
    ['employer', 'occupation'],
  ),
  row(
    'over-stopped',
    String.raw`^(?:have\s+|has\s+)?(?:quit|stopped(?!\s+(?:the|my|our|an?)\s)|given\s+up|gave\s+up|dropped\s+out\s+of|packed\s+in)\s+` +
      String.raw`(?:with\s+)?(?:my\s+job\s+(?:at|with)\s+)?${REST}`,
    ['I quit smoking in June.', "I've given up the violin.", 'I dropped out of law school.'],
    ["I didn't stop smoking.", 'I dropped the kids at school.', 'I stopped the car.'],
  ),
  row(
    'over-dropped',
    String.raw`^(?:have\s+|has\s+)?dropped\s+(?!(?:out|off|by|in)\b|.*\s(?:off|by)$)${UP_TO_THEN}`,
    ['I dropped Polish.', "I've dropped chemistry this term."],
    ['I dropped the kids at school.', 'I dropped him off.'],
    LEAVABLE,
  ),
  row(
    'over-sold',
    String.raw`^(?:have\s+|has\s+|had\s+to\s+)?(?:sold|(?<=had\s+to\s+)sell|got\s+rid\s+of` +
      String.raw`|gotten\s+rid\s+of|given\s+away|gave\s+away)\s+${REST}`,
    ['I sold the Mini.', 'We had to sell the horse.'],
    ['I bought the Mini.'],
  ),
  row(
    'over-left',
    String.raw`^(?:have\s+|has\s+)?left\s+(?:my\s+job\s+(?:at|with)\s+)?` +
      String.raw`(?!(?:the|my|our)\s+(?:${DAILY})\b)${UP_TO_THEN}`,
    ['I left the choir.', 'I left Bosch last month.', 'I left my job at Tesco in March.'],
    [
      'I am leaving.',
      'I left the dog at the kennel.',
      'I left the office at five.',
      'I left the office.',
      'I left my violin in the car.',
      'I left the nuts on the table.',
      'I left the kids with my mother.',
    ],
    LEAVABLE,
  ),
  row(
    'over-resigned',
    String.raw`^(?:have\s+|has\s+)?(?:resigned\s+from|stepped\s+down\s+from|came\s+off` +
      String.raw`|come\s+off)\s+(?:my\s+job\s+at\s+)?${REST}`,
    ['I stepped down from the school board.', 'I came off warfarin.'],
    ['I am resigning.'],
  ),
  row(
    'over-made-redundant',
    String.raw`^(?:(?:was|were|have\s+been|got|been)\s+)(?:made\s+redundant|laid\s+off|fired|sacked` +
      String.raw`|let\s+go)\s+(?:by|from)\s+(?<v>.+)$`,
    ['I was made redundant by the council.'],
    ['He was fired up.'],
  ),
  row(
    'over-redundant',
    String.raw`^(?:(?:was|were|have\s+been|got|been)\s+)(?:made\s+redundant|laid\s+off|fired|sacked)(?:\s+${LEFT}.*)?$`,
    ['I was made redundant.', 'I got laid off last week.'],
    ['I was fired up.'],
    ['employer', 'occupation'],
  ),
  row(
    'over-retired',
    String.raw`^(?:(?:have|has|am|is)\s+)?retired$`,
    ["I've retired."],
    ['I will retire.'],
    ['employer', 'occupation'],
  ),
  row(
    'over-died',
    String.raw`^(?:(?:my|our|the)\s+)?(?<v>[\p{L} ]+?)\s+(?:died|has\s+died|have\s+died` +
      String.raw`|passed\s+away|(?:was|had\s+to\s+be)\s+put\s+down|is\s+dead(?=\s+now$|$))\b`,
    ['Rufus died in the winter.', 'Rufus is dead.'],
    ['Rufus is old.', 'Rufus is dead tired.'],
  ),
  row(
    'over-moved-out',
    String.raw`^(?:(?:my|our|the)\s+)?(?<v>flatmate|roommate|housemate|lodger|tenant|partner)\s+` +
      String.raw`(?:has\s+|have\s+)?moved\s+out\b(?!\s+(?:to|of)\b)`,
    ['My lodger moved out.', 'Our flatmate has moved out.'],
    ['My sister moved out last week.'],
  ),
  row(
    'over-parted',
    String.raw`^(?<v>\p{L}+)\s+and\s+(?:I|me)\s+(?:(?:have|are)\s+)?(?:broke|broken|split|separated|divorced|finished)\b`,
    ['Stefan and I broke up.', 'Colin and I are divorced now.'],
    ['Stefan and I went out.'],
  ),
  row(
    'over-parted-from',
    String.raw`^(?:have\s+)?(?:broke|broken|split)\s+up\s+with\s+(?<v>.+)$|^(?:have\s+)?divorced\s+(?<w>\p{L}+)$`,
    ['I broke up with Stefan.'],
    ['I broke up the fight.'],
  ),
  row(
    'over-meat',
    String.raw`^(?:eat|eats)\s+(?:meat|fish)\s+again`,
    ['I eat meat again.'],
    ['I eat meat.'],
    ['diet'],
  ),
  row(
    'over-baby',
    String.raw`^(?:have\s+|has\s+)?(?:had\s+(?:the|my|our)\s+baby|gave\s+birth)\b`,
    ['I had the baby on Sunday.'],
    ['I had the babysitter over.'],
    ['pregnant'],
  ),
];

const GERMAN: readonly EndingRule[] = [
  row(
    'over-nicht-mehr',
    // "Ich habe den Hund nicht mehr gesehen" is about one day; "ich trinke nicht mehr" about alcohol.
    String.raw`^(?!(?:habe|hab|haben|hat|bin|ist|sind)\s.*\smehr\s)(?!trinken?\s+nicht)` +
      String.raw`(?<v>.+?)\s+(?:nicht|keinen?|keine?)\s+mehr(?:\s+.*)?$`,
    ['Ich rauche nicht mehr.', 'Ich habe den Hund nicht mehr.'],
    ['Ich habe den Hund nicht mehr gesehen.', 'Ich trinke nicht mehr.'],
  ),
  row(
    'over-gekuendigt',
    String.raw`^(?:bei\s+(?:der\s+)?)?(?<v>.+?)\s+(?:habe|hab)\s+ich\s+gekündigt`,
    ['Bei der Bahn habe ich gekündigt.'],
  ),
  row(
    'over-gestorben',
    String.raw`^(?:(?:mein|meine|unser|unsere)\s+)?(?<v>\p{L}+)\s+ist\s+(?:gestorben|tot)`,
    ['Bello ist gestorben.'],
  ),
  row(
    'over-aufgehoert',
    String.raw`^(?:habe|hab|haben)\s+mit\s+(?:dem|der)\s+(?<v>\p{L}+)\s+aufgehört`,
    ['Ich habe mit dem Klavier aufgehört.'],
  ),
  row(
    'over-verkauft',
    String.raw`^(?:habe|hab|haben)\s+(?:den|die|das|unseren|meinen)\s+(?<v>\p{L}+)\s+verkauft`,
    ['Ich habe den Golf verkauft.'],
  ),
];

const SPANISH: readonly EndingRule[] = [
  row('over-ya-no', String.raw`^ya\s+no\s+(?<v>.+)$`, ['Ya no fumo.']),
  row(
    'over-vendi',
    String.raw`^(?:vendí|vendimos|hemos\s+vendido|he\s+vendido)\s+(?:el|la|los|las|mi)\s+(?<v>.+)$`,
    ['Vendí el coche.'],
  ),
  row(
    'over-deje-de',
    String.raw`^(?:dejé|dejado)\s+de\s+(?<v>.+)$`,
    ['Dejé de fumar.', 'He dejado de correr.'],
    ['Dejé el trabajo.'],
  ),
  row(
    'over-deje',
    String.raw`^(?:dejé|dejado)\s+(?!a\s|de\s)(?:(?:el|mi)\s+trabajo\s+en\s+)?(?<v>.+)$`,
    ['Dejé el trabajo en Correos.', 'He dejado la universidad.'],
    ['Dejé a mi perro con Marta.', 'Dejé de fumar.'],
    LEAVABLE,
  ),
  row(
    'over-murio',
    String.raw`^(?:(?:mi|nuestro|nuestra)\s+)?(?<v>\p{L}+)\s+(?:murió|ha\s+muerto|se\s+murió)`,
    ['Bello murió.'],
  ),
];

export const ENDING_RULES: Readonly<Record<string, readonly EndingRule[]>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
};
