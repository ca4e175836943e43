/** The words and lines of generated Python. */

export const WIDTH = 100;

/** `created_at` → `CreatedAt`. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

export function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

/** Writes each paragraph in lines of at most `WIDTH` characters, as a docstring. */
export function docstring(text: string, indent: number): string {
  const margin = ' '.repeat(indent);
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""').replace(/"$/, '\\"');
  const lines = safe.split('\n').flatMap((line) => wrap(line, WIDTH - indent - 3));
  const end =
    lines.length === 1 && margin.length + lines[0]!.length + 6 <= WIDTH ? '' : `\n${margin}`;
  return lines
    .map((line, index) => (index === 0 ? `${margin}"""${line}` : line && margin + line))
    .join('\n')
    .concat(end, '"""');
}

/** The lines after the first are indented as far as the first, and by two spaces more. */
function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  const indent = line.startsWith('- ') ? '  ' : '';
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length > width && current !== '') {
      lines.push(current);
      current = indent + word;
    } else current = longer;
  }
  return [...lines, current];
}
