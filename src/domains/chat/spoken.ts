import type { Context } from '../../kit/context.ts';
import { userOf } from '../../kit/context.ts';
import { selectUser } from '../accounts/accounts.ts';
import { segmentView } from '../transcripts/segment-view.ts';
import { selectSegments } from '../transcripts/named-segments.ts';

interface Turn {
  speaker: string;
  isUser: boolean;
  text: string;
}

/** Returns the turns of each conversation that has some. */
export async function turnsOf(
  context: Context,
  ids: readonly string[],
): Promise<Map<string, Turn[]>> {
  if (ids.length === 0) return new Map();
  const user_id = userOf(context);
  const [segments, user] = await Promise.all([
    selectSegments(context.db, user_id, ids),
    selectUser(context.db, user_id),
  ]);
  const byConversation = Map.groupBy(segments, ({ conversation_id }) => conversation_id);
  const name = user?.name ?? 'User';
  return new Map(
    [...byConversation].map(([id, own]) => [
      id,
      own.map((segment) => {
        const view = segmentView(segment, name);
        return { ...quoteOf(view), isUser: view.is_user };
      }),
    ]),
  );
}

export function quoteOf({ speaker_name, text }: { speaker_name: string | null; text: string }) {
  return { speaker: speaker_name ?? 'Somebody', text };
}
