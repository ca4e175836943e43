/** Cuts a sentence into clauses of a common form, so that "I've got" and "Has" are read alike. */
import { entryOf } from '../../core/text.ts';
import { termOf, wordsOf } from '../words/terms.ts';

export interface Clause {
  /** The person or animal that the clause is about, such as `sister`; `user` for the user. */
  who: string;
  /** The clause without its subject. */
  text: string;
  /**
   * False when nothing says whose clause it is: "Take, take." A stored fact has a verb in the third
   * person instead of a subject.
   */
  hasSubject: boolean;
}

const FULL_FORMS: readonly (readonly [RegExp, string])[] = [
  [/[’`]/gu, "'"],
  [/\bi'm\b/giu, 'I am'],
  [/\b(we|you|they)'re\b/giu, '$1 are'],
  [/\b(i|we|you|they)'ve\b/giu, '$1 have'],
  [/\b(he|she|it|that)'s\b/giu, '$1 is'],
  [/\b(?:can't|cannot)\b/giu, 'can not'],
  [/\bwon't\b/giu, 'will not'],
  [/n't\b/giu, ' not'],
  [/\b(?:anymore|any longer)\b/giu, 'any more'],
];

export const fullForm = (text: string): string =>
  FULL_FORMS.reduce((said, [short, full]) => said.replace(short, full), text).trim();

const BETWEEN = new RegExp(
  String.raw`[.;!?]+(?:\s+|$)|,\s+(?:and |but |so |y |und )?|` +
    String.raw`\s+(?:and|but|und|y)\s+(?=(?:i|we|am|is|are|have|has|got|live|lives|work|works|ich|wir)\b)`,
  'iu',
);
const OPENING =
  /^(?:(?:and|so|but|well|oh|yes|yeah|no|actually|anyway|okay|ok|und|also|ja|nein|pues|bueno|sí|y)[, ]+)+/iu;
const ADVERBS =
  /^(?:(?:just|still|now|also|only|really|actually|currently|always|already|jetzt|noch|ya(?! no)|ahora)\s+)+/iu;
const OWNER = /^(?:i|we|the user|he|she|they|ich|wir|yo|nosotros)\s+/iu;

const RELATIVES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'mother:mum mom mother mama mutter madre mamá|father:dad father daddy papa vater padre papá|' +
    'sister:sister schwester hermana|brother:brother bruder hermano|son:son sohn hijo|' +
    'daughter:daughter tochter hija|wife:wife frau mujer esposa|husband:husband mann marido esposo|' +
    'girlfriend:girlfriend freundin novia|boyfriend:boyfriend freund novio|partner:partner pareja|' +
    'grandmother:grandmother granny gran grandma nan nana oma abuela|' +
    'grandfather:grandfather grandpa grandad granddad opa abuelo|aunt:aunt auntie tante tía|' +
    'uncle:uncle onkel tío|cousin:cousin|niece:niece|nephew:nephew|flatmate:flatmate roommate|' +
    'friend:friend|neighbour:neighbour neighbor|colleague:colleague|boss:boss manager chef chefin jefe jefa'
  )
    .split('|')
    .flatMap((line) => {
      const [name, words] = line.split(':') as [string, string];
      return words.split(' ').map((word) => [word, name] as const);
    }),
);
export const relativeOf = (word: string): string =>
  entryOf(RELATIVES, word.toLowerCase()) ?? word.toLowerCase();
export const RELATIVE = Object.keys(RELATIVES).join('|');

const OF_RELATIVE = new RegExp(
  String.raw`^(?:(?:my|our|his|her|their|mein|meine|unser|unsere|mi|nuestra|nuestro)\s+)?` +
    String.raw`(?:(?:older|elder|eldest|younger|youngest|little|big|late|best|old|twin)\s+)*(${RELATIVE})\s+(?=\p{L})`,
  'iu',
);
/** Somebody or something else: "my neighbour's dog", "my flat". */
const OF_OTHER = /^(?:my|our|his|her|their)\s+\p{L}+'s\s/iu;

/**
 * Verbs of stored facts, verbs that contain their subject, and words that tell whose the fact is.
 */
const SUBJECT = new RegExp(
  String.raw`^(?:\p{L}+s|\p{L}+o|ya|dejé|vendí|vendimos|nos|me|bei)(?!\p{L})` +
    String.raw`|\b(?:my|our|i|me|mein\p{L}*|ich|mi)\b|\b(?:died|passed away|moved out|ist|murió)\b`,
  'iu',
);

export function clausesOf(text: string): Clause[] {
  const whole = fullForm(text);
  const parts = whole.split(BETWEEN).filter((part) => part?.trim());
  const clauses = [...new Set([whole, ...parts])].flatMap((part) => clausesIn(part.trim()));
  // "We sold the Golf and got a Skoda": the second verb has the subject of the first.
  let isSaid = false;
  return clauses.map((clause) => {
    isSaid ||= clause.hasSubject;
    return { ...clause, hasSubject: isSaid };
  });
}

/** Returns a whole sentence as a clause, in each of its readings. */
export const wholeClausesOf = (text: string): Clause[] => clausesIn(fullForm(text));

/** A clause about a relative is also one about the user: "my wife is called Nina". */
function clausesIn(part: string): Clause[] {
  const said = part
    .replace(OPENING, '')
    .replace(ADVERBS, '')
    .replace(/[.!?]+$/u, '');
  const relative = OF_RELATIVE.exec(said);
  if (relative) {
    const text = plain(said.slice(relative[0].length));
    return [
      { who: relativeOf(relative[1]!), text, hasSubject: true },
      { who: 'user', text: said, hasSubject: true },
    ];
  }
  const text = OF_OTHER.test(said) ? said : said.replace(OWNER, '');
  return [{ who: 'user', text: plain(text), hasSubject: text !== said || SUBJECT.test(said) }];
}

const plain = (text: string): string => text.replace(ADVERBS, '').trim();

/** Words that tell nothing about a value. */
const LIGHT = new Set(
  (
    'a an the my our his her their your this that some any of in on at to for with and or from by as ' +
    'called named is am are be was have has had got do does did not no i we he she they it me us ' +
    'now these days nowadays more still just only really actually again currently always both them ' +
    'all lot lots every each job work lesson lessons school class classes old new little big good ' +
    'lately already finally recently sunday-night time home days ago week last before since about ' +
    'der die das den dem ein eine einen einem einer mein meine und in bei mit von zu ich wir jetzt ' +
    'nicht mehr ist bin habe haben heißt el la los las un una mi mis de del en con y yo ya no ahora ' +
    'es soy tengo tenemos'
  ).split(' '),
);
/** One word for those that mean the same. */
const ONE_WORD: Readonly<Record<string, string>> = {
  kids: 'child',
  kid: 'child',
  children: 'child',
  diabetic: 'diabetes',
  asthmatic: 'asthma',
  maths: 'math',
  allergic: 'allergy',
  wake: 'get',
  bike: 'cycle',
  smoking: 'smoke',
  schools: 'school',
  kinder: 'child',
  hijos: 'child',
  hijas: 'child',
};

/** The content words of a value, in a form for comparison. */
export function valueStems(text: string): Set<string> {
  const stems = wordsOf(text.toLowerCase())
    .filter((word) => !LIGHT.has(word))
    .map((word) => {
      const one = entryOf(ONE_WORD, word);
      return one ?? entryOf(RELATIVES, word) ?? termOf(word);
    });
  return new Set(stems);
}

export const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'a:1|an:1|one:1|two:2|three:3|four:4|five:5|six:6|seven:7|eight:8|nine:9|ten:10|ein:1|eine:1|' +
    'einen:1|zwei:2|drei:3|vier:4|fünf:5|un:1|una:1|dos:2|tres:3|cuatro:4|cinco:5'
  )
    .split('|')
    .map((pair) => pair.split(':') as [string, string])
    .map(([word, value]) => [word, Number(value)]),
);
