import { z } from 'zod';
import { Conflict, Unavailable } from '../../core/errors.ts';
import { MAX_TEXTS } from '../../engines/understanding/translator.ts';
import type { Translator } from '../../engines/understanding/translator.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { Conversation } from '../conversations/conversation.ts';
import { usageCounter } from '../models/usage/model-usage.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import { updateTranslations } from '../transcripts/segments.ts';
import type { SegmentRow } from '../transcripts/named-segments.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';

export const TranslationLanguage = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'Use a language such as pt')
  .describe('ISO 639-1, such as `pt`.');

const PATIENCE_MS = 120_000;

export function translationRoutes(translator: Translator | null): Route[] {
  const translate = defineOperation({
    name: 'translateConversation',
    summary: 'Translate a conversation',
    description:
      'Adds `translations` to each segment and keeps existing ones. Requires a language model.',
    scope: 'conversations:write',
    effect: 'write',
    waits: true,
    input: z.strictObject({ conversation_id: z.string(), language: TranslationLanguage }),
    output: Conversation,
    run: async (context, { conversation_id, language }) => {
      if (!translator) throw noTranslator();
      const { id } = await findConversation(context, conversation_id);
      const segments = await selectSegments(context.db, userOf(context), [id]);
      const missing = segments.filter(
        ({ translations }) => !listOf(translations).some(({ lang }) => lang === language),
      );
      const signal = AbortSignal.timeout(PATIENCE_MS);
      for (let at = 0; at < missing.length; at += MAX_TEXTS) {
        const some = missing.slice(at, at + MAX_TEXTS);
        await translateSegments(context, translator, { segments: some, language, signal });
      }
      return wholeConversation(context, id);
    },
  });
  const path = '/v1/conversations/{conversation_id}/translate';
  return [route(translate, { method: 'POST', path, credential: 'session' })];
}

/**
 * Translates segments and stores the translations. Returns the segments whose text has not changed
 * since.
 */
export async function translateSegments(
  context: Context,
  translator: Translator,
  {
    segments,
    language,
    signal,
  }: { segments: readonly SegmentRow[]; language: string; signal: AbortSignal },
): Promise<string[]> {
  const texts = segments.map(({ text }) => text);
  const onCost = usageCounter(context, userOf(context), 'translations');
  const translated = await translator
    .translate(texts, language, { signal, onCost })
    .catch((cause: unknown) => {
      throw new Unavailable('The language model does not answer. Try again later.', { cause });
    });
  return updateTranslations(
    context.db,
    userOf(context),
    segments.flatMap(({ conversation_id, id, text }, index) => {
      const translation = translated[index];
      return translation ? [{ conversation_id, id, text, lang: language, translation }] : [];
    }),
  );
}

function listOf(translations: unknown): { lang: string; text: string }[] {
  return translations as { lang: string; text: string }[];
}

function noTranslator(): Conflict {
  return new Conflict(
    'Translations need a language model: SVC_LLM_BASE_URL and SVC_LLM_MODEL ' +
      '(docs/configuration.md).',
  );
}
