/** What was said in the conversations in which an answer is looked for. */
import { NotFound, NotReady } from '../../core/errors.ts';
import type { Evidence } from '../../engines/answering/answerer.ts';
import type { Context } from '../../kit/context.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';

/** An answer is looked for in this number of conversations. */
const MAX_READ = 3;

/** Adds what was said to the first conversations. */
export async function withTurns<Talk extends Evidence['conversations'][number]>(
  context: Context,
  talks: readonly Talk[],
): Promise<Talk[]> {
  const read = talks.slice(0, MAX_READ).map(async (talk) => {
    try {
      const { transcript_segments } = await wholeConversation(context, talk.id);
      return { ...talk, spoken: transcript_segments.map(quoteOf) };
    } catch (error) {
      if (error instanceof NotFound || error instanceof NotReady) return talk;
      throw error;
    }
  });
  return [...(await Promise.all(read)), ...talks.slice(MAX_READ)];
}

export function quoteOf({ speaker_name, text }: { speaker_name: string | null; text: string }) {
  return { speaker: speaker_name ?? 'Somebody', text };
}
