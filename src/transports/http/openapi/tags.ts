import type { Route } from '../../../kit/route.ts';

interface Chapter {
  name: string;
  description: string;
  paths: RegExp;
}

const ASSISTANTS: Chapter = {
  name: 'Assistants',
  description:
    'Operations for AI assistants and their scripts, with an MCP key or an access token.',
  paths: /^\/v1\/mcp\/(?!keys|oauth)/,
};

/** The chapters of the reference. The first part of a path after its prefix selects the chapter. */
const CHAPTERS: Chapter[] = [
  {
    name: 'Memories',
    description: 'Timeless facts about the user.',
    paths: /^\/(v1\/dev\/user|v3)\/memories/,
  },
  {
    name: 'Conversations',
    description: 'Transcripts with their titles, overviews, action items and events.',
    paths: /^\/v1\/(demo$|understanding\/|(dev\/user\/)?conversations)/,
  },
  {
    name: 'Action items',
    description: 'Tasks of the user.',
    paths: /^\/v1\/(dev\/user\/)?action-items/,
  },
  {
    name: 'Summary templates',
    description: 'Instructions for summaries of conversations.',
    paths: /\/summary-templates/,
  },
  { name: 'Goals', description: 'Goals that the user works toward.', paths: /\/goals/ },
  { name: 'Folders', description: 'Folders of conversations.', paths: /\/folders/ },
  {
    name: 'Webhooks',
    description: 'Requests that the service sends to other services.',
    paths: /\/webhook/,
  },
  { name: 'People', description: 'People with whom the user talks.', paths: /\/people/ },
  {
    name: 'Vocabulary',
    description:
      'Names and terms that the user is likely to say, for the recogniser, and names that were wrong.',
    paths: /\/vocabulary|^\/v1\/words\//,
  },
  {
    name: 'Voice',
    description:
      'The speech profile, from which the service recognises the words of the user, and the ' +
      'setting to keep sound.',
    paths: /^\/v[34]\/(upload-audio|speech-profile)|^\/v1\/users\/(audio|speech-profile)/,
  },
  {
    name: 'Calendar',
    description:
      'Meetings of connected calendars, and the secret address of events and tasks for calendar ' +
      'programs.',
    paths: /^\/v1\/(calendar-address|(dev\/user\/)?meetings)/,
  },
  {
    name: 'Connections',
    description: 'Outside services, such as recorders, that are read for the user.',
    paths: /^\/v1\/(dev\/user\/)?(connections|connection-kinds|connection-hooks)/,
  },
  {
    name: 'Export and import',
    description: 'Everything of the account as one archive, and files of other services.',
    paths: /^\/v1\/(export|imports)/,
  },
  { name: 'Days', description: 'Summaries of days.', paths: /\/daily-summaries/ },
  {
    name: 'Ask',
    description: 'Questions about all records of the user.',
    paths: /\/ask$|^\/v2\/(messages|initial-message|files|voice-message|chat-sessions)/,
  },
  { name: 'Keys', description: 'Credentials of programs and assistants.', paths: /\/keys?(\/|$)/ },
  {
    name: 'Connected assistants',
    description: 'Permissions that users have given to assistants through OAuth.',
    paths: /\/oauth\/grants/,
  },
  {
    name: 'Models',
    description: 'The speech models of the installation, for its owner.',
    paths: /^\/v1\/(models|providers)/,
  },
  {
    name: 'Search',
    description: 'One search over all records, where records come from, and the search index.',
    paths: /^\/v1\/(dev\/user\/)?(search|explanations)(\/|$)/,
  },
  {
    name: 'Statistics',
    description: 'Totals, and the activity of each day.',
    paths: /\/(calendar|statistics|installation(\/(backups|users|failed-jobs)(\/.+)?)?)$/,
  },
  {
    name: 'Changes',
    description: 'The changes since a cursor, and events as they happen.',
    paths: /\/(changes|events)$/,
  },
  ASSISTANTS,
  {
    name: 'Account',
    description: 'Signing in, the signed-in user, and the sessions.',
    paths: /^\/v1\/(auth|users\/(me|invitations))/,
  },
];

/** The user's own apps have separate chapters, because programs cannot use their routes. */
const OWN = ' in own apps';

const ALWAYS_OWN = ['Voice', 'Keys', 'Connected assistants', 'Account', 'Webhooks', 'Models'];

export const TAGS = [
  ...CHAPTERS.map(({ name, description }) => ({ name, description })),
  ...CHAPTERS.map(({ name, description }) => ({ name: name + OWN, description })),
];

export function openapiTag({ path, credential }: Pick<Route, 'path' | 'credential'>): string {
  // Paths of assistants also contain the nouns of other chapters.
  const found = [ASSISTANTS, ...CHAPTERS].find(({ paths }) => paths.test(path));
  if (!found) throw new Error(`${path} is in no chapter of the reference.`);
  const isApp = credential === 'session' || credential === 'listener';
  const isOwn = isApp && !ALWAYS_OWN.includes(found.name);
  return isOwn ? found.name + OWN : found.name;
}
