import { NotFound } from '../../core/errors.ts';
import { importConversations } from '../../domains/conversation-creation/conversation-import.ts';
import { selectUserByEmail } from '../../domains/accounts/accounts.ts';
import type { Utterance } from '../../engines/recognition/recogniser.ts';
import type { Parts } from '../../kit/context.ts';

export interface HeardUtterance {
  startedAt: Date;
  /** Absent when the client did not name it. */
  language: string | undefined;
  utterances: readonly Utterance[];
}

const SOURCE = 'wyoming';
/** Words without a length still take some time. */
const MIN_SECONDS = 0.1;

const FORGOTTEN = 'words of a Wyoming client were not kept';

/** Stores what was heard as a conversation of the account. Logs why it could not. */
export async function keepHeard(
  parts: Parts,
  address: string,
  heard: HeardUtterance,
): Promise<void> {
  try {
    await store(parts, address, heard);
  } catch (error) {
    // The client gets its words, whatever happens to the conversation.
    parts.log.error({ err: error }, FORGOTTEN);
  }
}

async function store(
  parts: Parts,
  address: string,
  { startedAt, language, utterances }: HeardUtterance,
): Promise<void> {
  // The account may be created or deleted while the service runs.
  const user = await selectUserByEmail(parts.db, address);
  if (!user) throw new NotFound('The account of SVC_WYOMING_ACCOUNT does not exist.');
  const actor = { kind: 'job', user_id: user.id } as const;
  const transcript_segments = utterances.map(({ text, start, end }) => ({
    text,
    start,
    end: Math.max(end, start + MIN_SECONDS),
  }));
  const { results } = await importConversations(
    { ...parts, actor, ip: null },
    {
      items: [
        { transcript_segments, source: SOURCE, started_at: startedAt.toISOString(), language },
      ],
    },
  );
  const error = results[0]!.error;
  if (error) parts.log.error({ error }, FORGOTTEN);
}
