import type { Heard } from './assembler.ts';

/** The same word at the same time, give or take what two hearings of it differ by. */
const SAME_MS = 1_000;
/** Two hearings of one utterance share more of it than two utterances do by accident. */
const SHARED = 0.6;
const MIN_SHARED_WORDS = 2;
/** Words come this much after they were said, at most. */
const REMEMBERED_MS = 120_000;

export interface Said {
  text: string;
  /** Wall clock (ms). */
  at: number;
}

/** What was heard lately by the devices of each user, so that the same words are stored once. */
export class SaidWords {
  readonly #byUser = new Map<string, (Said & { by: object })[]>();

  /** The words that no other device of this user has heard; null when there are none. */
  fresh(heard: Heard, { user_id, by }: { user_id: string; by: object }): Heard | null {
    const said = this.#recent(user_id, heard.end);
    const fresh = withoutSaid(
      heard,
      said.filter((each) => each.by !== by),
      { minShared: Math.min(MIN_SHARED_WORDS, heard.words.length) },
    );
    for (const { text, start } of fresh?.words ?? [])
      said.push({ text: plain(text), at: start, by });
    this.#byUser.set(user_id, said);
    return fresh;
  }

  #recent(user_id: string, now: number): (Said & { by: object })[] {
    const said = this.#byUser.get(user_id) ?? [];
    return said.filter(({ at }) => at > now - REMEMBERED_MS);
  }
}

/**
 * What is left of an utterance without the words that are known; null when nothing is. Where most of
 * it is known, the words in between are another hearing of what was said there.
 */
export function withoutSaid(
  heard: Heard,
  said: readonly Said[],
  { minShared = 1 }: { minShared?: number } = {},
): Heard | null {
  const known = matches(heard.words, said);
  const shared = known.filter(Boolean).length;
  if (shared === 0 || shared < minShared) return heard;
  const isSame = shared >= SHARED * heard.words.length;
  const [first, last] = [known.indexOf(true), known.lastIndexOf(true)];
  const words = heard.words.filter((_, n) => !known[n] && !(isSame && n > first && n < last));
  const [start, end] = [words[0]?.start, words.at(-1)?.end];
  if (start === undefined || end === undefined) return null;
  return { ...heard, words, text: words.map(({ text }) => text).join(' '), start, end };
}

/** Which of these words were said; each that was said stands for one. */
function matches(words: Heard['words'], said: readonly Said[]): boolean[] {
  const free = [...said];
  return words.map(({ text, start }) => {
    const word = plain(text);
    let nearest = -1;
    for (const [n, each] of free.entries()) {
      const distance = Math.abs(each.at - start);
      if (each.text !== word || distance > SAME_MS) continue;
      if (nearest < 0 || distance < Math.abs(free[nearest]!.at - start)) nearest = n;
    }
    if (nearest >= 0) free.splice(nearest, 1);
    return nearest >= 0;
  });
}

export function plain(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '');
}
