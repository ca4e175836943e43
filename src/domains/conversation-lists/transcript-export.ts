import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { UUID } from '../../core/wire.ts';
import { defineOperation } from '../../kit/operation.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { DeveloperConversation } from '../conversations/conversation.ts';
import { belongingsOf, wholeConversation } from '../conversations/conversation-view.ts';
import { selectShared } from './conversation-lists.sql.ts';
import { CONTENT_TYPES, EXPORT_FORMATS, renderTranscript } from '../transcripts/export-formats.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import { timedSentences } from '../transcripts/timed/timed-sentences.ts';
import { developerView } from '../conversations/conversation-view.ts';

export const exportTranscript = defineOperation({
  name: 'exportTranscript',
  summary: 'Download the transcript of a conversation',
  description: 'The formats are plain text, Markdown, subtitles (`srt`, `vtt`) and JSON.',
  scope: 'conversations:read',
  effect: 'read',
  input: z.object({
    conversation_id: z.string(),
    format: z
      .enum(EXPORT_FORMATS)
      .default('txt')
      .describe('The format: text, Markdown, subtitles (SubRip or WebVTT) or JSON.'),
  }),
  output: z.object({ file_name: z.string(), content_type: z.string(), content: z.string() }),
  run: async (context, { conversation_id, format }) => {
    const conversation = await wholeConversation(context, conversation_id);
    const { id, structured, apps_results, started_at, created_at, gaps } = conversation;
    const { transcript_segments } = conversation;
    const { title, overview } = structured;
    const segments = transcript_segments.map(({ text, speaker_name, start, end }) => ({
      text,
      speaker_name,
      start,
      end,
    }));
    const rows = await selectSegments(context.db, userOf(context), [id]);
    const sentencesOf = new Map(rows.map((row) => [row.id, timedSentences(row)]));
    const sentences = transcript_segments.map((segment) => sentencesOf.get(segment.id) ?? []);
    const day = (started_at ?? created_at).slice(0, 10);
    return {
      file_name: `conversation-${day}-${id.slice(-8)}.${format}`,
      content_type: CONTENT_TYPES[format],
      content: renderTranscript(
        { id, title, overview, apps_results, started_at, segments, sentences, gaps },
        format,
      ),
    };
  },
});

export const getSharedConversation = defineOperation({
  name: 'getSharedConversation',
  summary: 'Read a conversation that its user shares',
  description:
    'Everybody with the link can read the conversation. The answer does not contain the ' +
    'location.',
  scope: null,
  effect: 'read',
  input: z.object({ conversation_id: z.string() }),
  output: DeveloperConversation,
  run: async (context, { conversation_id }) => {
    const row = UUID.test(conversation_id)
      ? await selectShared(context.db, conversation_id)
      : undefined;
    if (!row) throw new NotFound('Conversation is private');
    const owner: Context = { ...context, actor: { kind: 'job', user_id: row.user_id } };
    const [belongings] = await belongingsOf(owner, [row], true);
    const shared = { ...row, geolocation: null, folder_id: null, folder_name: null };
    return developerView(shared, belongings!, { include_transcript: true });
  },
});
