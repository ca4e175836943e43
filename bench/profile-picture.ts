/** Draws stacked bars as SVG. */

export interface Bar {
  name: string;
  /** The values by part. */
  parts: Record<string, number>;
}

const COLOURS = [
  '#4e79a7',
  '#f28e2b',
  '#e15759',
  '#76b7b2',
  '#59a14f',
  '#edc948',
  '#b07aa1',
  '#ff9da7',
  '#9c755f',
  '#bab0ac',
  '#1b7f79',
  '#8c6bb1',
  '#d4a6c8',
];
const [WIDTH, LEFT, ROW, BAR] = [900, 130, 34, 22];
const LEGEND_COLUMNS = 3;

export function pictureOf(bars: readonly Bar[]): string {
  const parts = [...new Set(bars.flatMap(({ parts }) => Object.keys(parts)))];
  const longest = Math.max(...bars.map(sumOf));
  const scale = (WIDTH - LEFT - 90) / longest;
  const lines: string[] = [];
  for (const [row, bar] of bars.entries()) {
    const y = 44 + row * ROW;
    lines.push(text(LEFT - 8, y + 15, bar.name, 'end'));
    let x = LEFT;
    for (const [index, part] of parts.entries()) {
      const width = (bar.parts[part] ?? 0) * scale;
      if (width === 0) continue;
      const title = `${part}: ${Math.round(bar.parts[part]!)} µs`;
      const size = `x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}"`;
      lines.push(`<rect ${size} fill="${colourOf(index)}"><title>${title}</title></rect>`);
      x += width;
    }
    lines.push(text(x + 8, y + 15, `${Math.round(sumOf(bar))} µs`));
  }
  const legend = 60 + bars.length * ROW;
  for (const [index, part] of parts.entries()) {
    const x = 20 + (index % LEGEND_COLUMNS) * ((WIDTH - 20) / LEGEND_COLUMNS);
    const y = legend + Math.floor(index / LEGEND_COLUMNS) * 22;
    lines.push(`<rect x="${x}" y="${y}" width="12" height="12" fill="${colourOf(index)}"/>`);
    lines.push(text(x + 18, y + 11, part));
  }
  const height = legend + Math.ceil(parts.length / LEGEND_COLUMNS) * 22 + 10;
  const title = 'Time of the main thread for each request';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" \
font-family="sans-serif" font-size="13">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${text(20, 24, title)}
${lines.join('\n')}
</svg>
`;
}

function sumOf({ parts }: Bar): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length]!;
}

function text(x: number, y: number, words: string, anchor = 'start'): string {
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}" fill="#222">${words}</text>`;
}
