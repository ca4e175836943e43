/**
 * The pages of the documentation, in their order: the only list of places and titles. Each page is
 * a Markdown file of the repository. `npm run check` fails for a file in docs/ without a place.
 */
export interface Page {
  file: string;
  title: string;
}

interface Group {
  title: string;
  pages: readonly Page[];
}

const DECISIONS = 'docs/decisions/';

export const GROUPS: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      { file: 'README.md', title: 'What Commonplace is' },
      { file: 'docs/start.md', title: 'The first ten minutes' },
      { file: 'docs/glossary.md', title: 'Glossary' },
    ],
  },
  {
    title: 'Everyday use',
    pages: [
      { file: 'docs/console.md', title: 'The console' },
      { file: 'docs/phones.md', title: 'On a phone' },
      { file: 'docs/connect.md', title: 'Connect what you use' },
      { file: 'docs/assistants.md', title: 'Assistants' },
      { file: 'docs/understanding.md', title: 'Understanding' },
      { file: 'docs/understanding-examples.md', title: 'Understanding: ten talks' },
      { file: 'docs/speakers.md', title: 'Speakers' },
      { file: 'docs/search.md', title: 'Search' },
      { file: 'docs/calendar.md', title: 'Calendar' },
      { file: 'docs/mirror.md', title: 'A Markdown folder' },
      { file: 'docs/recorders.md', title: 'Recorders' },
      { file: 'docs/house.md', title: 'The house' },
      { file: 'docs/command-line.md', title: 'The command line' },
    ],
  },
  {
    title: 'Operating',
    pages: [
      { file: 'docs/deploying.md', title: 'Install' },
      { file: 'docs/many-machines.md', title: 'From one machine to many' },
      { file: 'docs/configuration.md', title: 'Configuration' },
      { file: 'docs/https.md', title: 'HTTPS' },
      { file: 'docs/operating.md', title: 'Faults, backups, upgrades' },
      { file: 'docs/monitoring.md', title: 'Monitoring' },
      { file: 'docs/security.md', title: 'Security and privacy' },
      { file: 'docs/oidc.md', title: 'Sign-in with OpenID Connect' },
      { file: 'docs/recognisers.md', title: 'Recognisers' },
      { file: 'docs/local-models.md', title: 'Models on this machine' },
      { file: 'docs/performance.md', title: 'Performance' },
    ],
  },
  {
    title: 'Building',
    pages: [
      { file: 'docs/interfaces.md', title: 'Interfaces' },
      { file: 'docs/cookbook.md', title: 'Cookbook' },
      { file: 'client/README.md', title: 'The typed client' },
      { file: 'clients/python/README.md', title: 'The client for Python' },
      { file: 'docs/ai-sdk.md', title: 'The Vercel AI SDK' },
      { file: 'clients/openclaw/README.md', title: 'Memory for OpenClaw' },
      { file: 'clients/hermes/README.md', title: 'Memory for Hermes Agent' },
      { file: 'docs/listening.md', title: 'Listening' },
      { file: 'docs/webhooks.md', title: 'Webhooks' },
      { file: 'docs/changes.md', title: 'Changes' },
      { file: 'docs/filters.md', title: 'Filters and orders' },
      { file: 'docs/errors-and-limits.md', title: 'Errors and limits' },
    ],
  },
  {
    title: 'Moving',
    pages: [
      { file: 'docs/moving.md', title: 'From Omi, mem0, Limitless' },
      { file: 'docs/importing.md', title: 'Importing' },
      { file: 'docs/export.md', title: 'The archive of an account' },
    ],
  },
  {
    title: 'Inside',
    pages: [
      { file: 'ARCHITECTURE.md', title: 'Architecture' },
      { file: 'CONTRIBUTING.md', title: 'Contributing' },
      { file: 'docs/decisions/README.md', title: 'Decisions' },
      { file: 'docs/row-changes.md', title: 'When a row changes' },
      { file: 'docs/dependencies.md', title: 'Dependencies' },
      { file: 'docs/licences.md', title: 'Licences' },
      { file: 'training/README.md', title: 'Training' },
      { file: 'console/README.md', title: 'Changing the console' },
      { file: 'SECURITY.md', title: 'Reporting a vulnerability' },
      { file: 'CHANGELOG.md', title: 'Changes by version' },
    ],
  },
];

export const PAGES: readonly Page[] = GROUPS.flatMap(({ pages }) => pages);

/** Returns what is wrong with the list, given the Markdown files of docs/. */
export function problemsOfPlaces(files: readonly string[]): string[] {
  const listed = PAGES.map(({ file }) => file);
  const addresses = listed.map(addressOf);
  const placed = files.filter((file) => file.startsWith('docs/') && !isDecision(file));
  return [
    ...placed
      .filter((file) => !listed.includes(file))
      .map((file) => `${file}: it has no place in scripts/docs-site/pages.ts`),
    ...listed
      .filter((file) => !files.includes(file))
      .map((file) => `scripts/docs-site/pages.ts: ${file} does not exist`),
    ...listed
      .filter((file, index) => addresses.indexOf(addressOf(file)) !== index)
      .map((file) => `scripts/docs-site/pages.ts: ${addressOf(file)} is the address of two pages`),
  ];
}

/** Decisions are found by their numbers, and docs/decisions/README.md lists them. */
export function isDecision(file: string): boolean {
  return /^\d{4}-/.test(file.slice(DECISIONS.length)) && file.startsWith(DECISIONS);
}

/** Returns the address of a page in the site: `docs/start.md` is `start.html`. */
export function addressOf(file: string): string {
  if (file === 'README.md') return 'index.html';
  const path = file.startsWith('docs/') ? file.slice('docs/'.length) : `repository/${file}`;
  return path.replace(/(?:\/README)?\.md$/, '.html').toLowerCase();
}
