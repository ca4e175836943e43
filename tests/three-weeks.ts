/** An account of three weeks, with talks that say the same on several days. */
import assert from 'node:assert/strict';
import type { ApiUser } from '../src/testing/clients/api-user.ts';

/** A Friday. */
export const NOW = '2026-11-27T15:00:00Z';

type Line = readonly [speaker: string | null, text: string];

interface Talk {
  at: string;
  folder?: string;
  lines: readonly Line[];
}

const BUDGET =
  'Nine hundred euros is the whole budget of the garden, said the woman at the town hall.';
const DENTIST = 'Doctor Okafor looked at the tooth and wants to see it again in three weeks.';

/** `null` is the owner. */
const TALKS: readonly Talk[] = [
  {
    at: '2026-03-18T10:00:00Z',
    lines: [[null, 'We painted the fence of the allotment green, and it rained at noon.']],
  },
  {
    at: '2026-05-06T18:00:00Z',
    lines: [['Tomás', 'The mast of the boat is repaired, so we can sail to Horta with the choir.']],
  },
  {
    at: '2026-07-14T18:00:00Z',
    lines: [
      ['Tomás', 'The mast of the boat broke again in the harbour, and the choir stayed on land.'],
    ],
  },
  {
    at: '2026-11-06T09:00:00Z',
    lines: [['Ana Silva', 'The carpenter measured the shelves for the office by the river.']],
  },
  {
    at: '2026-11-09T09:00:00Z',
    lines: [['Bento', 'The carpenter asked for the colour of the shelves once more.']],
  },
  { at: '2026-11-12T09:57:00Z', folder: 'Work', lines: [['Ana Silva', BUDGET]] },
  { at: '2026-11-13T12:00:00Z', lines: [['Bento', DENTIST]] },
  {
    at: '2026-11-15T16:00:00Z',
    lines: [[null, 'We walked along the river to the old mill and ate chestnuts.']],
  },
  { at: '2026-11-17T10:54:00Z', lines: [['Bento', BUDGET]] },
  // Half an hour before midnight.
  {
    at: '2026-11-18T23:30:00Z',
    lines: [['Ana Silva', 'The neighbours moved their piano in the night, and nobody slept.']],
  },
  {
    at: '2026-11-20T08:00:00Z',
    folder: 'Work',
    lines: [['Bento', 'The interview with the new gardener went well, she starts soon.']],
  },
  {
    at: '2026-11-21T14:00:00Z',
    lines: [[null, 'We walked along the river to the new bridge and saw a heron.']],
  },
  { at: '2026-11-22T11:51:00Z', lines: [['Ana Silva', BUDGET]] },
  {
    at: '2026-11-23T09:00:00Z',
    lines: [['Bento', 'The printer in the office is broken, the cartridge leaks.']],
  },
  { at: '2026-11-25T15:22:00Z', folder: 'Work', lines: [['Bento', BUDGET]] },
  {
    at: '2026-11-26T19:00:00Z',
    lines: [['Ana Silva', 'The printer in the office works again with a new cartridge.']],
  },
  {
    at: '2026-11-27T08:00:00Z',
    lines: [[null, 'The kettle in the office kitchen hums like a small aeroplane.']],
  },
];

/** Facts that the owner wrote on the day of `NOW`. */
const FACTS = ['Has a budget of nine hundred euros for the garden', 'Is allergic to penicillin'];

/** Adds the account's people, folder, talks, facts and tasks. */
export async function liveThreeWeeks(owner: ApiUser): Promise<{ folder: string }> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await owner.call(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const people = new Map<string, string>();
  for (const name of ['Ana Silva', 'Bento', 'Tomás'])
    people.set(name, (await call('POST', '/v1/users/people', { name })).id);
  const folder = (await call('POST', '/v1/folders', { name: 'Work' })).id;
  for (const { at, folder: inFolder, lines } of TALKS) {
    const { id } = await call('POST', '/v1/conversations/from-segments', {
      started_at: at,
      transcript_segments: lines.map(([speaker, text], index) => ({
        text,
        start: index * 6,
        end: index * 6 + 5,
        ...(speaker ? { person_id: people.get(speaker) } : { is_user: true }),
      })),
    });
    if (inFolder) await call('PATCH', `/v1/conversations/${id}/folder`, { folder_id: folder });
  }
  for (const content of FACTS) await call('POST', '/v3/memories', { content });
  await call('POST', '/v1/action-items', {
    description: 'Order the cartridge for the printer',
    due_at: '2026-11-30T12:00:00Z',
  });
  return { folder };
}
