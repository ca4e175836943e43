/**
 * A model that repeats itself may write endless braces, and each attempt reads to the end of the
 * text. So the number of attempts is limited.
 */
const MAX_TRIES = 20;
const LONGEST_ANSWER = 200_000;
/** No list of an answer is deeper. */
const DEEPEST = 8;

/**
 * Finds the JSON object in a model's answer. Models surround the object with code fences, sentences
 * or reasoning, and some stop before its end. Returns null when there is no complete object.
 */
export function objectIn(text: string): Record<string, unknown> | null {
  // The reasoning may also contain objects; the answer comes after it.
  const answer = withoutThoughts(text).slice(0, LONGEST_ANSWER);
  let start = answer.indexOf('{');
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries += 1) {
    const parsed = jsonObjectOf(answer.slice(start, partsIn(answer, start).end + 1));
    if (parsed) return parsed;
    start = answer.indexOf('{', start + 1);
  }
  return null;
}

/**
 * As `objectIn`, but returns of an object without an end what is before the cut: its complete
 * fields, and the complete items of the list that was cut.
 */
export function cutObjectIn(text: string): Record<string, unknown> | null {
  const answer = withoutThoughts(text).slice(0, LONGEST_ANSWER);
  const start = answer.search(/\{\s*"/);
  const { end, whole, brackets } = partsIn(answer, start);
  const cut = start >= 0 && end < 0 && whole > start && answer.slice(start, whole) + brackets;
  return (cut && jsonObjectOf(cut)) || objectIn(text);
}

/** Removes the model's reasoning, even if its end is missing. */
export function withoutThoughts(text: string): string {
  return text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, '');
}

/** Returns undefined for text that is not JSON. */
export function jsonObjectOf(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

interface Parts {
  /** The place of the closing brace; -1 without one. */
  end: number;
  /** The place up to which all fields and items of lists are complete, and what closes them. */
  whole: number;
  brackets: string;
}

function partsIn(text: string, start: number): Parts {
  const open: string[] = [];
  const parts = { end: -1, whole: -1, brackets: '' };
  let quoted = false;
  for (let at = Math.max(start, 0); at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '\\' && quoted) at += 1;
    else if (letter === '"') quoted = !quoted;
    else if (quoted || !'{}[],'.includes(letter)) continue;
    else if (letter === '{' || letter === '[') open.push(letter === '{' ? '}' : ']');
    else {
      if (letter !== ',') open.pop();
      if (open.length === 0) return { ...parts, end: at };
      // Not within an item of a list.
      if (open.length > DEEPEST || open.lastIndexOf('}') > 0) continue;
      parts.whole = letter === ',' ? at : at + 1;
      parts.brackets = open.toReversed().join('');
    }
  }
  return parts;
}
