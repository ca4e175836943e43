import type { RecognisedWord, Utterance } from '../recogniser.ts';
import type { SpokenWord } from './dialect.ts';

/** The shortest duration of a word in seconds. */
const SHORTEST = 0.01;

/**
 * Builds utterances from words. Each utterance has one speaker and a stable id, and no word is
 * repeated. Ids number the final results: a partial result gets the id of its future final result,
 * and the following ids after a change of speaker.
 */
export class Utterances {
  #finals = 0;
  #lastEnd = 0;
  /** The provider numbers speakers from 0 on each connection. */
  #firstSpeaker = 0;
  #speakers = 0;

  /**
   * After a reconnection, a single speaker keeps the number. Several speakers cannot be matched
   * between connections.
   */
  reconnected(): void {
    if (this.#speakers > 1) this.#firstSpeaker = this.#speakers;
  }

  partial(words: readonly SpokenWord[]): Utterance[] {
    return this.#utterances(words);
  }

  final(words: readonly SpokenWord[]): Utterance[] {
    const utterances = this.#utterances(words);
    this.#finals += utterances.length;
    for (const { end, speaker = 0 } of utterances) {
      this.#lastEnd = end;
      this.#speakers = Math.max(this.#speakers, speaker + 1);
    }
    return utterances;
  }

  #utterances(words: readonly SpokenWord[]): Utterance[] {
    const turns: SpokenWord[][] = [];
    for (const word of this.#fresh(words)) {
      const turn = turns.at(-1);
      if (turn && turn[0]!.speaker === word.speaker) turn.push(word);
      else turns.push([word]);
    }
    return turns.map((turn, index) => this.#utterance(turn, index));
  }

  /**
   * Keeps words whose midpoint is after the last final result, and removes overlaps between words.
   */
  #fresh(words: readonly SpokenWord[]): SpokenWord[] {
    let clock = this.#lastEnd;
    return words
      .filter(({ start, end }) => (start + end) / 2 >= this.#lastEnd)
      .toSorted((a, b) => a.start - b.start)
      .map((word) => {
        const start = Math.max(clock, word.start);
        const end = Math.max(start, word.end);
        clock = start;
        return { ...word, start: milliseconds(start), end: milliseconds(end) };
      });
  }

  #utterance(turn: readonly SpokenWord[], index: number): Utterance {
    const { speaker } = turn[0]!;
    const start = turn[0]!.start;
    const end = Math.max(start + SHORTEST, ...turn.map((word) => word.end));
    return {
      id: String(this.#finals + index + 1),
      text: turn.map(({ text }) => text).join(' '),
      start,
      end,
      words: turn.map(withoutSpeaker),
      ...(speaker === undefined ? {} : { speaker: this.#firstSpeaker + speaker }),
    };
  }
}

function withoutSpeaker(spoken: SpokenWord): RecognisedWord {
  const { speaker: _speaker, ...word } = spoken;
  return word;
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
