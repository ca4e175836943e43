import type { Evidence } from '../../engines/answering/answerer.ts';
import { Secrets } from '../../engines/secrets/secrets.ts';
import type { Context } from '../../kit/context.ts';
import { turnsOf } from './spoken.ts';

type Spoken = NonNullable<Evidence['conversations'][number]['spoken']>;

/**
 * Adds the turns of the conversations to the evidence of an answer, and removes secrets. A
 * conversation is searched for secrets as a whole, because a short answer to "What's the PIN?" does
 * not itself look like a PIN.
 */
export async function evidenceWithoutSecrets(
  context: Context,
  evidence: Evidence,
): Promise<{ evidence: Evidence; secrets: Secrets }> {
  const secrets = new Secrets();
  const turns = await turnsOf(
    context,
    evidence.conversations.map(({ id }) => id),
  );
  const spoken = new Map<string, Spoken>();
  for (const [id, talk] of turns) {
    const texts = await secrets.learnAll(talk.map(({ text }) => text));
    spoken.set(
      id,
      talk.map((each, at) => ({ ...each, text: texts[at]! })),
    );
  }
  const mask = (text: string): string => secrets.mask(text);
  return {
    secrets,
    evidence: {
      closed: evidence.closed ?? null,
      conversations: evidence.conversations.map(({ title, overview, quotes, ...rest }) => ({
        ...rest,
        title: mask(title),
        overview: mask(overview),
        quotes: quotes.map(({ speaker, text }) => ({ speaker, text: mask(text) })),
        spoken: spoken.get(rest.id) ?? [],
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
