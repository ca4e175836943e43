/**
 * Returns the name by which speakers introduce themselves; null when they do not. Accepts only
 * unambiguous phrases: "I'm Ana." and "My name is Ana", but not "I'm Portuguese" or "This is Ana,
 * my sister".
 */
export function introducedName(text: string): string | null {
  for (const pattern of [BY_NAME, ON_THE_PHONE, AT_THE_START]) {
    const name = pattern.exec(text)?.[1];
    if (name && !name.split(' ').some((word) => NO_NAMES.test(word))) return name;
  }
  return null;
}

/** Matches one or two words in the form of a name. */
const NAME = String.raw`(\p{Lu}[\p{Ll}'’-]+\p{L}*(?: \p{Lu}[\p{Ll}'’-]+\p{L}*)?)`;
const END = String.raw`(?=\s*(?:[.,;!?]|$))`;

const BY_NAME = new RegExp(String.raw`\b[Mm]y name(?: is|['’]s) ${NAME}(?!['’]s)`, 'u');
const ON_THE_PHONE = new RegExp(
  String.raw`\b(?:[Tt]his|[Ii]t)(?: is|['’]s) ${NAME},? (?:speaking|here|calling)\b`,
  'u',
);
const GREETING =
  String.raw`(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening)` +
  String.raw`|[Nn]ice to meet you|[Yy]es|[Yy]eah|[Oo]h|[Ww]ell|[Ss]o|[Aa]nd|[Oo]kay)`;
/** After "I'm Ana" the sentence ends or continues with a place of origin. */
const AT_THE_START = new RegExp(
  String.raw`(?:^|[.!?]\s+)(?:${GREETING}(?: there| everyone| everybody| all)?,?\s+)?` +
    String.raw`I(?:['’]m| am) ${NAME}(?:${END}|(?= (?:from|and I)\b))`,
  'u',
);

/** Capitalised words after "I'm" that are not names. */
const NO_NAMES = new RegExp(
  String.raw`^(?:\p{L}+(?:ese|ish|['’]s)|American|African|Asian|European|Australian|Austrian` +
    String.raw`|Belgian|Brazilian|Canadian|Chilean|Colombian|Cuban|Egyptian|Estonian|German` +
    String.raw`|Hungarian|Indian|Indonesian|Iranian|Italian|Jamaican|Jordanian|Kenyan|Korean` +
    String.raw`|Latvian|Lithuanian|Mexican|Moroccan|Nigerian|Norwegian|Peruvian|Romanian` +
    String.raw`|Russian|Serbian|Syrian|Tunisian|Ukrainian|Venezuelan|French|Greek|Dutch|Swiss` +
    String.raw`|Czech|Thai|Arab|Israeli|Iraqi|Pakistani|Hindu|Muslim|Christian|Catholic` +
    String.raw`|Protestant|Buddhist|Jew|Orthodox|Democrat|Republican|God|Sorry|Fine|Okay|Ok` +
    String.raw`|Sure|Here|Not|Good|Great|Well|Happy|Glad|Just|Done|Back|Mr|Mrs|Ms|Dr|Doctor` +
    String.raw`|Captain|Sir|Madam|January|February|March|April|May|June|July|August|September` +
    String.raw`|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday` +
    String.raw`|Sunday)$`,
  'u',
);
