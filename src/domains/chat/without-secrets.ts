import type { Evidence } from '../../engines/answering/answerer.ts';
import { Secrets } from '../../engines/secrets/secrets.ts';
import type { Context } from '../../kit/context.ts';
import { textsOf } from '../transcripts/texts.ts';

/**
 * Removes secrets from the evidence of an answer. A quoted conversation is searched as a whole,
 * because a short answer to "What's the PIN?" does not itself look like a PIN.
 */
export async function withoutSecrets(
  context: Context,
  evidence: Evidence,
): Promise<{ evidence: Evidence; secrets: Secrets }> {
  const secrets = new Secrets();
  const quoted = evidence.conversations.filter(
    ({ quotes, spoken }) => quotes.length > 0 || spoken !== undefined,
  );
  const ids = quoted.map(({ id }) => id);
  for (const talk of await textsOf(context, ids)) await secrets.learnAll(talk);
  const mask = (text: string): string => secrets.mask(text);
  return {
    secrets,
    evidence: {
      closed: evidence.closed ?? null,
      conversations: evidence.conversations.map(({ title, overview, quotes, spoken, ...rest }) => ({
        ...rest,
        title: mask(title),
        overview: mask(overview),
        quotes: quotes.map(({ speaker, text }) => ({ speaker, text: mask(text) })),
        ...(spoken && {
          spoken: spoken.map(({ speaker, text }) => ({ speaker, text: mask(text) })),
        }),
      })),
      events: evidence.events.map(({ title, description, about, ...rest }) => ({
        ...rest,
        title: mask(title),
        description: mask(description),
        about: mask(about),
      })),
      memories: evidence.memories.map((memory) => ({ ...memory, content: mask(memory.content) })),
      tasks: evidence.tasks.map((task) => ({ ...task, description: mask(task.description) })),
      files: (evidence.files ?? []).map(({ name, passages }) => ({
        name,
        passages: passages.map(mask),
      })),
    },
  };
}
