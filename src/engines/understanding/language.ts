import winkNLP, { type PartOfSpeech } from 'wink-nlp';
import model from 'wink-eng-lite-web-model';

export interface Word {
  text: string;
  pos: PartOfSpeech;
}

type Analyser = ReturnType<typeof winkNLP>;
let analyser: Analyser | undefined;

/**
 * Builds the tables of the tagger (about 200 ms), so that the first use does not have to wait for
 * them.
 */
export function warmLanguage(): Analyser {
  analyser ??= winkNLP(model, ['pos']);
  return analyser;
}

/** Returns the words of an English text with their parts of speech. */
export function tagged(text: string): Word[] {
  const nlp = warmLanguage();
  const tokens = nlp.readDoc(text).tokens();
  const texts = tokens.out();
  const tags = tokens.out(nlp.its.pos) as PartOfSpeech[];
  return texts.map((word, i) => ({ text: word, pos: tags[i] ?? 'X' }));
}

/** Returns the base form of an English word: "check" for "checking". */
export function lemmaOf(word: string): string {
  const nlp = warmLanguage();
  const [lemma] = nlp
    .readDoc(word)
    .tokens()
    .out(nlp.its.lemma as never) as string[];
  return lemma ?? word;
}
