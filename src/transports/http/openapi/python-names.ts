/** The names and values of the API in Python, as its client writes them. */

const KEYWORDS = new Set(['and', 'as', 'class', 'from', 'in', 'is', 'not', 'or', 'with']);

/** `createMemory` → `create_memory`. */
export function pythonMethod(operationId: string): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A field that is a keyword of Python ends with a line: `from_`. */
export function pythonField(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name;
}

export function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object') {
    const fields = Object.entries(value).map(
      ([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each)}`,
    );
    return `{${fields.join(', ')}}`;
  }
  return JSON.stringify(value);
}
