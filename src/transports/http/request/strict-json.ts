/**
 * The maximum depth, more than in any meaningful body. The limit protects against malicious input.
 */
const MAX_DEPTH = 32;

/**
 * Parses JSON. Refuses input that is dangerous or ambiguous: repeated names in an object, names
 * that reach prototypes, and deep nesting.
 *
 * Throws a SyntaxError with a sentence for the client.
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError('JSON decode error: the body is not valid JSON in UTF-8.');
  }
  checkNames(text);
  return value;
}

/** Scans text that is known to be valid JSON, so only strings and brackets matter. */
function checkNames(text: string): void {
  const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;
  // For each open bracket, the names seen so far; null for an array.
  const open: (Set<string> | null)[] = [];
  let last: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : null) > MAX_DEPTH) {
        throw new SyntaxError(`The body is nested deeper than ${MAX_DEPTH} levels.`);
      }
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ':') checkName(JSON.parse(last!) as string, open.at(-1)!);
    else last = token;
  }
}

function checkName(name: string, seen: Set<string>): void {
  const shown = JSON.stringify(name.slice(0, 50));
  if (name === '__proto__') throw new SyntaxError('The field name "__proto__" is not allowed.');
  if (seen.has(name)) throw new SyntaxError(`The field ${shown} appears twice in one object.`);
  seen.add(name);
}
