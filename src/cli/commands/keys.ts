import { command, Usage } from '../command.ts';
import { into, listOption, textOption } from '../options.ts';
import { table } from '../table.ts';

type Family = 'dev' | 'mcp';
const FAMILY = { family: textOption<Family>('dev (programs, the default) or mcp (assistants).') };

interface ShownKey {
  id: string;
  name: string;
  key_prefix: string;
  created_at: string;
  last_used_at: string | null;
}

const keyTable = (keys: readonly ShownKey[], when: (time: string) => string) =>
  table(keys, {
    ID: ({ id }) => id,
    KEY: ({ key_prefix }) => `${key_prefix}…`,
    'LAST USED': ({ last_used_at }) => (last_used_at ? when(last_used_at) : 'never'),
    NAME: ({ name }) => name,
  });
const created = ({ key, name }: { key: string; name: string }) =>
  `${key}\nThe key “${name}” is shown only now.`;
const revoked = () => 'Revoked.';

function familyOf(family: Family | undefined): Family {
  if (family === undefined || family === 'dev' || family === 'mcp') return family ?? 'dev';
  throw new Usage(`${family as string} is neither dev nor mcp.`);
}

export const keyCommands = [
  command({
    words: 'key list',
    summary: 'list keys of programs or assistants',
    options: FAMILY,
    run: ({ session }, { family }) =>
      familyOf(family) === 'mcp' ? session.listMcpKeys({}) : session.listDevKeys({}),
    show: keyTable,
  }),
  command({
    words: 'key add',
    summary: 'create a key',
    places: ['name'],
    options: {
      ...FAMILY,
      scope: into('scopes', listOption('A permission such as memories:read; may be repeated.')),
    },
    run: ({ session }, { family, ...input }) =>
      familyOf(family) === 'mcp' ? session.createMcpKey(input) : session.createDevKey(input),
    show: created,
  }),
  command({
    words: 'key revoke',
    summary: 'revoke a key; it stops working at once',
    places: ['key_id'],
    options: FAMILY,
    run: ({ session }, { family, ...input }) =>
      familyOf(family) === 'mcp' ? session.revokeMcpKey(input) : session.revokeDevKey(input),
    show: revoked,
  }),
];

export const deviceCommands = [
  command({
    words: 'device list',
    summary: 'list keys of devices',
    run: ({ session }) => session.listDeviceKeys({}),
    show: keyTable,
  }),
  command({
    words: 'device add',
    summary: 'create a key for a device, which may only send what it hears',
    places: ['name'],
    run: ({ session }, input) => session.createDeviceKey(input),
    show: created,
  }),
  command({
    words: 'device revoke',
    summary: 'revoke the key of a device',
    places: ['key_id'],
    run: ({ session }, input) => session.revokeDeviceKey(input),
    show: revoked,
  }),
];
