import winkNLP, { type PartOfSpeech } from 'wink-nlp';
import model from 'wink-eng-lite-web-model';

export interface TaggedWord {
  text: string;
  pos: PartOfSpeech;
}

/** The words that a tagger knows: those of its model, and those of the texts that it has read. */
interface Lexemes {
  hash: Record<string, number>;
  list: string[];
}

interface Analyser {
  nlp: ReturnType<typeof winkNLP>;
  lexemes: Lexemes;
  /** The number of words in `lexemes.list` at which the tables are built anew. */
  full: number;
}

let analyser: Analyser | undefined;

/** About 5 MB. */
const MOST_READ = 50_000;

/**
 * Builds the tables of the tagger (about 200 ms), so that the first use does not have to wait for
 * them.
 */
export function warmLanguage(): Analyser {
  if (analyser && analyser.lexemes.list.length < analyser.full) return analyser;
  const { core } = model as { core: () => { features: { lexeme: Lexemes } } };
  const tables = core();
  const { lexeme: lexemes } = tables.features;
  const nlp = winkNLP({ ...model, core: () => tables }, ['pos']);
  analyser = { nlp, lexemes, full: lexemes.list.length + MOST_READ };
  return analyser;
}

type Tokens = ReturnType<ReturnType<Analyser['nlp']['readDoc']>['tokens']>;

/**
 * Reads a text, and then lets the tagger forget its new words. Otherwise, a word that it has once
 * read as a whole ("nobody's" in an odd place) would never be split again, and the same text would
 * be read in another way after other texts.
 */
function reading<Of>(text: string, of: (tokens: Tokens, nlp: Analyser['nlp']) => Of): Of {
  const { nlp, lexemes } = warmLanguage();
  const known = lexemes.list.length;
  const found = of(nlp.readDoc(text).tokens(), nlp);
  for (const word of lexemes.list.slice(known)) delete lexemes.hash[word];
  return found;
}

/** Returns the words of an English text with their parts of speech. */
export function tagged(text: string): TaggedWord[] {
  return reading(text, (tokens, nlp) => {
    const texts = tokens.out();
    const tags = tokens.out(nlp.its.pos) as PartOfSpeech[];
    return texts.map((word, i) => ({ text: word, pos: tags[i] ?? 'X' }));
  });
}

/** Returns the base form of an English word: "check" for "checking". */
export function lemmaOf(word: string): string {
  return reading(word, (tokens, nlp) => {
    const [lemma] = tokens.out(nlp.its.lemma as never) as string[];
    return lemma ?? word;
  });
}
