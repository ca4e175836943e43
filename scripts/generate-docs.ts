/**
 * Writes the parts of documents that come from the code: docs/configuration.md from the settings,
 * the set-ups and permissions in docs/assistants.md, the tables of statuses and page sizes in
 * docs/errors-and-limits.md, the lists of rooms and engines in ARCHITECTURE.md, and the rules that
 * read facts in docs/understanding.md. `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { SLICES } from '../src/config.ts';
import type { Setting } from '../src/core/setting.ts';
import { PERMISSIONS } from '../src/domains/access/grants/grant.ts';
import { ASSISTANT_SCOPES, dotted } from '../src/core/scopes.ts';
import { ENDING_RULES } from '../src/engines/facts/endings.ts';
import { RELATION_RULES } from '../src/engines/facts/relations/relations.ts';
import type { SetUp } from '../client/src/set-up.ts';
import { SET_UPS } from '../client/src/set-ups.ts';
import { printedEngines } from './engines.ts';
import { pageTable, statusTable } from './limit-tables.ts';
import { printedRooms } from './rooms.ts';

const checking = process.argv.includes('--check');
keep('docs/configuration.md', () => configuration());
keep('docs/assistants.md', (text) =>
  fillSection(fillSection(text, 'set-ups', setUps()), 'permissions', permissions()),
);

keep('docs/errors-and-limits.md', (text) =>
  fillSection(fillSection(text, 'errors', statusTable()), 'pages', pageTable()),
);
keep('ARCHITECTURE.md', (text) =>
  fillSection(fillSection(text, 'rooms', printedRooms()), 'engines', printedEngines()),
);
keep('docs/understanding.md', (text) => fillSection(text, 'fact-rules', factRules()));

/** Returns the text with the part between `<!-- name … -->` and `<!-- /name -->` replaced. */
function fillSection(text: string, name: string, words: string): string {
  const block = new RegExp(`(<!-- ${name}[^>]*-->\\n)[^]*(<!-- /${name} -->)`);
  return text.replace(block, (_, begin: string, end: string) => `${begin}\n${words}\n${end}`);
}

function keep(path: string, render: (text: string) => string): void {
  const file = new URL(`../${path}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const written = render(text);
  if (written === text) return;
  if (!checking) return writeFileSync(file, written);
  console.error(`${path} is not what the code says: run npm run generate`);
  process.exitCode = 1;
}

function setUps(): string {
  const at = { url: 'https://me.example.org', key: 'svc_mcp_…' };
  return SET_UPS.map(({ name, steps, paste }) =>
    [
      `### ${name}\n`,
      ...steps.map((step, index) => `${index + 1}. ${step}`),
      ...(paste ? ['', `\`\`\`${fenceOf(paste)}`, paste.text(at), '```'] : []),
      '',
    ].join('\n'),
  ).join('\n');
}

/** Deleting a rule deletes its examples too, so the table is what notices it. */
function factRules(): string {
  type Tables = Readonly<Record<string, readonly { name: string; reads: readonly string[] }[]>>;
  const rowsOf = (what: string, tables: Tables) =>
    Object.entries(tables).flatMap(([language, rules]) =>
      rules.map(({ name, reads }) => `| \`${name}\` | ${language} | ${what} | ${reads[0]} |`),
    );
  return [
    '| rule | language | it | reads |',
    '| --- | --- | --- | --- |',
    ...rowsOf('says', RELATION_RULES),
    ...rowsOf('ends', ENDING_RULES),
    '',
  ].join('\n');
}

function permissions(): string {
  const rows = ASSISTANT_SCOPES.map((scope) => `| \`${dotted(scope)}\` | ${PERMISSIONS[scope]} |`);
  return ['| scope | what the consent page says |', '| --- | --- |', ...rows, ''].join('\n');
}

function configuration(): string {
  const rooms = Object.entries(SLICES).map(
    ([room, slice]) =>
      `## ${title(room)}\n\n| variable | meaning | default |\n| --- | --- | --- |\n${Object.values(slice).map(row).join('\n')}\n`,
  );
  return `# Configuration

You configure the service with environment variables, or with a file \`.env\` in the folder of the project.
The service does not start with an unknown \`SVC_…\` name or an invalid value; it prints a line that says what to
write instead.

\`npm run generate\` writes this page from the settings in the code.

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

/** The mark beside a language says why `tests/doc-commands.test.ts` does not run the commands. */
function fenceOf({ language, needs }: NonNullable<SetUp['paste']>): string {
  return needs === undefined ? language : `${language} (not run: it needs ${needs})`;
}
