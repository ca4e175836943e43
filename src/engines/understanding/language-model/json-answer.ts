/**
 * A model that repeats itself may write endless braces, and each attempt reads to the end of the
 * text. So the number of attempts is limited.
 */
const MAX_TRIES = 20;
const LONGEST_ANSWER = 200_000;

/**
 * Finds the JSON object in a model's answer. Models surround the object with code fences, sentences
 * or reasoning, and some stop before its end. Returns null when there is no complete object.
 */
export function objectIn(text: string): Record<string, unknown> | null {
  // The reasoning may also contain objects; the answer comes after it.
  const answer = withoutThoughts(text).slice(0, LONGEST_ANSWER);
  let start = answer.indexOf('{');
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries += 1) {
    const parsed = parseJson(answer.slice(start, closingBrace(answer, start) + 1));
    if (parsed) return parsed;
    start = answer.indexOf('{', start + 1);
  }
  return null;
}

/** Removes the model's reasoning, even if its end is missing. */
export function withoutThoughts(text: string): string {
  return text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, '');
}

/** Returns undefined for text that is not JSON. */
export function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function closingBrace(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\\' && quoted) at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === '{') depth += 1;
    else if (!quoted && letter === '}' && --depth === 0) return at;
  }
  return -1;
}
