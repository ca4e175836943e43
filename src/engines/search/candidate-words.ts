/** The words by which a database finds candidates for a ranking. */
export type { Corpus } from './candidates/corpus.ts';
export { LEXEMES_VERSION } from './candidates/lexemes.ts';
export { TURNS_OF_WINDOW } from './candidates/text-windows.ts';
export type { TextWindow } from './candidates/text-windows.ts';
export { wantedLabels, wantedWords } from './candidates/wanted-words.ts';
export type { WantedWord } from './candidates/wanted-words.ts';
