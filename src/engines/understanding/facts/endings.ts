/** Words that say that a fact is over: "not any more", "quit", "sold", "died". Rows with examples. */
export interface EndingRule {
  name: string;
  /** The group `v` is what is over. Without it, the facts of these relations are over. */
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

const LEFT = String.raw`(?:in|on|at|last|this|because|and then|yesterday|since|years?|lately)\b`;
/** Up to a time or a reason. */
const REST = String.raw`(?<v>.+?)(?=\s+${LEFT}|$)`;

const ENGLISH: readonly EndingRule[] = [
  row(
    'over-not-any-more',
    String.raw`^(?:(?:am|is|are|do|does|can)\s+not|never)\s+(?<v>.+?)\s+any\s+more$`,
    ["I don't smoke any more.", "I'm not vegan any more."],
    ["I don't smoke.", "I can't wait any more minutes."],
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
    String.raw`^(?:have\s+|has\s+)?(?:quit|stopped|given\s+up|gave\s+up|dropped(?:\s+out\s+of)?|packed\s+in)\s+` +
      String.raw`(?:with\s+)?(?:my\s+job\s+(?:at|with)\s+)?${REST}`,
    ['I quit smoking in June.', "I've given up the violin.", 'I dropped out of law school.'],
    ["I didn't stop smoking."],
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
    String.raw`^(?:have\s+|has\s+)?(?:left|resigned\s+from|stepped\s+down\s+from|came\s+off` +
      String.raw`|come\s+off)\s+(?:my\s+job\s+at\s+)?${REST}`,
    ['I left the choir.', 'I stepped down from the school board.'],
    ['I am leaving.'],
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
      String.raw`|passed\s+away|(?:was|had\s+to\s+be)\s+put\s+down|is\s+dead|moved\s+out)\b`,
    ['Rufus died in the winter.', 'My lodger moved out.'],
    ['Rufus is old.'],
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
  row('over-nicht-mehr', String.raw`^(?<v>.+?)\s+(?:nicht|keinen?|keine?)\s+mehr(?:\s+.*)?$`, [
    'Ich rauche nicht mehr.',
  ]),
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
    'over-deje',
    String.raw`^(?:dejé|he\s+dejado)\s+(?:de\s+)?(?:el\s+trabajo\s+en\s+)?(?<v>.+)$`,
    ['Dejé el trabajo en Correos.'],
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
