import { FILLERS, JOINS, LOGINS } from './cues.ts';
import type { TokenisedTalk } from './talk.ts';
import { isStrong } from './values.ts';
import type { TokenRange } from './values.ts';

/** The maximum number of tokens in a name; an example is "family at example dot org". */
const MAX_NAME = 6;
/** The maximum number of tokens from "log in" to the password. */
const REACH = 18;
/** Words between "log in" and the name. */
const BEFORE_NAME =
  /^(?:with|as|is|using|:|name|mit|als|ist|con|como|es|avec|comme|est|com|é|to|on)$/;

/** Finds a password that follows a name: "log in with bob slash Tr0ub4dor&3". */
export function loginPasswords(talk: TokenisedTalk): TokenRange[] {
  const { tokens, ends } = talk;
  const found: TokenRange[] = [];
  for (const at of tokens.keys()) {
    const login = LOGINS.find((words) => words.every((word, n) => tokens[at + n]?.word === word));
    if (!login) continue;
    const begin = at + login.length;
    for (let place = begin; place < Math.min(ends[begin - 1]!, begin + REACH); place += 1) {
      const token = tokens[place]!;
      const isMixed = isStrong(token) && /[^\p{L}'’.,-]/u.test(token.core);
      if (isMixed && followsName(talk, begin, place)) found.push({ from: place, until: place + 1 });
    }
  }
  return found;
}

/**
 * Recognises `name slash X`, `name, then X` and `name/X`, with only joining words between name and
 * password.
 */
function followsName({ tokens }: TokenisedTalk, begin: number, place: number): boolean {
  let last = place;
  const isPause = (at: number) => tokens[at]!.after === 'comma' || tokens[at]!.after === 'colon';
  while (last > begin && (JOINS.has(tokens[last - 1]!.word) || FILLERS.has(tokens[last - 1]!.word)))
    last -= 1;
  const isJoined = last < place || (last > begin && isPause(last - 1));
  if (!isJoined)
    return /^[^/]+\/./.test(tokens[place]!.core) && introduces(tokens[place - 1]?.word);
  for (let first = last - 1; first >= Math.max(begin, last - MAX_NAME); first -= 1) {
    if (first === begin || introduces(tokens[first - 1]!.word)) return true;
  }
  return false;
}

function introduces(word: string | undefined): boolean {
  return word !== undefined && BEFORE_NAME.test(word);
}
