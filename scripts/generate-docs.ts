/** Writes docs/configuration.md from the settings themselves; `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { SLICES } from '../src/config.ts';
import type { Setting } from '../src/core/setting.ts';

const FILE = new URL('../docs/configuration.md', import.meta.url);
const written = render();
if (!process.argv.includes('--check')) writeFileSync(FILE, written);
else if (readFileSync(FILE, 'utf8') !== written) {
  console.error('docs/configuration.md is not what the settings say: run npm run docs');
  process.exitCode = 1;
}

function render(): string {
  const rooms = Object.entries(SLICES).map(
    ([room, slice]) =>
      `## ${title(room)}\n\n| variable | meaning | default |\n| --- | --- | --- |\n${Object.values(slice).map(row).join('\n')}\n`,
  );
  return `# Configuration

Environment variables, or a file \`.env\` in the folder of the project. An unknown \`SVC_…\` name or a
value that makes no sense stops the start with a line that says what to write instead.

This page is made from the settings in the code by \`npm run docs\`.

${rooms.join('\n')}`;
}

function row({ env, doc, schema, fallback, secret }: Setting): string {
  const parsed = schema.safeParse(undefined);
  const value =
    fallback ?? (parsed.success && parsed.data !== undefined ? `\`${String(parsed.data)}\`` : '–');
  return `| \`${env}\` | ${doc}${secret ? ' *(secret)*' : ''} | ${value} |`;
}

function title(room: string): string {
  const words = room.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
