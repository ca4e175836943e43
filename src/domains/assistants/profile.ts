import { z } from 'zod';
import { Timestamp } from '../../core/wire.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, may, NoInput } from '../../kit/operation.ts';
import { getMe } from '../accounts/accounts.ts';
import { categoriesOfConversations } from '../conversation-lists/conversation-periods.ts';
import { weightyMemories } from '../memories/searching/weighty-memories.ts';
import { peopleByFrequency } from './people.ts';

const MAX_MEMORIES = 20;
const MAX_NAMES = 5;
const MAX_CATEGORIES = 3;

const Profile = z
  .object({
    name: z.string().describe('The name of the user.'),
    email: z.string().describe('The e-mail address of the user.'),
    phone_number: z.null().describe('Always null, for clients of the reference service.'),
    profile_text: z
      .string()
      .describe('Facts about the user, as sentences.')
      .meta({
        examples: ['Ana lives by the clock of Europe/Lisbon. Is allergic to peanuts.'],
      }),
    generated_at: Timestamp.describe('The time of this answer.'),
    data_sources_used: z
      .array(z.string())
      .describe('The kinds of records from which the text comes.')
      .meta({ examples: [['account', 'memories']] }),
  })
  .meta({ id: 'UserProfile' });

/**
 * The part of the profile that comes from one kind of data; null when that data contributes
 * nothing.
 */
interface Part {
  source: string;
  text: string | null;
}

export const assistantGetProfile = defineOperation({
  name: 'assistantGetProfile',
  summary: 'Get a short profile of the user',
  description:
    'Uses memories, and conversations and people if the credential may read them. No ' +
    'model writes the profile.',
  scope: 'memories:read',
  effect: 'read',
  gate: 'memories',
  input: NoInput,
  output: Profile,
  run: async (context) => {
    const [user, ...parts] = await Promise.all([
      getMe(context, {}),
      aboutMemories(context),
      aboutConversations(context),
      aboutPeople(context),
    ]);
    const told = parts.filter(({ text }) => text !== null);
    const rest = told.length > 0 ? told.map(({ text }) => text) : ['Nothing else is known yet.'];
    return {
      name: user.name,
      email: user.email,
      phone_number: null,
      profile_text: [`${user.name} lives by the clock of ${user.timezone}.`, ...rest].join(' '),
      generated_at: context.clock.now(),
      data_sources_used: ['account', ...told.map(({ source }) => source)],
    };
  },
});

async function aboutMemories(context: Context): Promise<Part> {
  const facts = await weightyMemories(context, MAX_MEMORIES);
  const sentences = facts.map((content) => content.replace(/[.!…\s]*$/u, '.'));
  return { source: 'memories', text: sentences.join(' ') || null };
}

async function aboutConversations(context: Context): Promise<Part> {
  const categories = may(context, 'conversations:read')
    ? await categoriesOfConversations(context)
    : [];
  const total = categories.reduce((sum, { count }) => sum + count, 0);
  const names = categories.slice(0, MAX_CATEGORIES).map(({ category }) => category);
  const text = `${total} conversation${total === 1 ? '' : 's'} so far, mostly of: ${names.join(', ')}.`;
  return { source: 'conversations', text: total > 0 ? text : null };
}

async function aboutPeople(context: Context): Promise<Part> {
  const people = may(context, 'people:read') ? await peopleByFrequency(context) : [];
  const names = people.slice(0, MAX_NAMES).map(({ name }) => name);
  return {
    source: 'people',
    text: names.length > 0 ? `Talks most with: ${names.join(', ')}.` : null,
  };
}
