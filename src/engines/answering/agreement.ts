/** Holds back the first sentence of a language model until it agrees with what the reader found. */
import type { Question } from './answerer.ts';
import { stemsOf } from './kinds.ts';
import type { Opening } from './opening/opening.ts';
import { phrasesFor } from './phrases.ts';

class Agreement {
  readonly #agrees: (sentence: string) => boolean;
  #held = '';
  state: 'open' | 'kept' | 'broken' = 'open';
  /** True when text was passed, so that the user has seen it. */
  hasPassed = false;

  constructor(agrees: ((sentence: string) => boolean) | null) {
    this.#agrees = agrees ?? (() => true);
    if (agrees === null) this.state = 'kept';
  }

  /** Takes new text, and returns what may be shown. */
  pass(text: string): string {
    this.#held += text;
    // The user sees text as soon as it agrees.
    if (this.state === 'open' && /\S/.test(this.#held) && this.#agrees(this.#held)) {
      this.state = 'kept';
    }
    if (this.state === 'open' && SENTENCE.test(this.#held)) this.state = 'broken';
    return this.#released();
  }

  /** Takes the last text. */
  end(text: string): string {
    this.#held += text;
    if (this.state === 'open') this.state = this.#agrees(this.#held) ? 'kept' : 'broken';
    return this.#released();
  }

  #released(): string {
    if (this.state !== 'kept') return '';
    const text = this.#held;
    this.#held = '';
    this.hasPassed ||= text !== '';
    return text;
  }
}

/** Two letters before a full stop tell it from one in "Dr. Lal" or "a.m.", most often. */
const SENTENCE = /[\p{L}\p{N}]{2}[”"»)\]]*(?: ?\[\d+\])*[.!?…](?:\s|$)|\n\S/u;

/**
 * The first sentence must contain a word of the answer that the question does not contain, and not say
 * yes where the reader found no. Where the reader found nothing to compare with, the model may say anything.
 */
export function agreementWith(
  opening: Opening | null,
  { text, meant = text }: Question,
): Agreement {
  if (!opening?.found) return new Agreement(null);
  const { yes, no } = phrasesFor(text);
  const { words, verdict } = opening.found;
  const opposite = verdict && (verdict === 'yes' ? no : yes);
  const asked = stemsOf(`${text} ${meant}`);
  // The source stands in brackets behind what answers.
  const [said] = withoutMarks(opening.parts[0]!.text).split(' (');
  const telling = [...stemsOf(`${said} ${words}`)].filter((stem) => !asked.has(stem));
  return new Agreement((sentence) => {
    if (opposite && new RegExp(`^${opposite}(?!\\p{L})`, 'iu').test(sentence)) return false;
    const stems = stemsOf(withoutMarks(sentence));
    return telling.length === 0 || telling.some((stem) => stems.has(stem));
  });
}

const withoutMarks = (text: string): string => text.replaceAll(/\[\d+\]/g, '');
