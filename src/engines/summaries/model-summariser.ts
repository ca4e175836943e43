/**
 * Fills any template with a language model. If the model gives no answer, the rules fill the
 * templates that they support.
 */
import { z } from 'zod';
import type { Log } from '../../core/log.ts';
import { isoDay, isoTime, wallClockAt } from '../calendar/wall-clock.ts';
import type { Transcript } from '../understanding/maker.ts';
import { ModelEndpoint, NoAnswer } from '../text-models/endpoint.ts';
import type { ModelEndpointOptions } from '../text-models/endpoint.ts';
import { fenced } from '../text-models/fence.ts';
import { promptChunks, line } from '../understanding/language-model/prompt.ts';
import { Spending } from '../text-models/spending.ts';
import { Unfillable } from './summariser.ts';
import type { Summariser, SummaryTemplate } from './summariser.ts';

export interface ModelSummariserOptions extends ModelEndpointOptions {
  deadlineMs: number;
  maxInputChars: number;
  maxCalls: number;
  maxTokens: number;
}

const Written = z.object({ content: z.string().describe('The summary, in Markdown.') });
const LONGEST = 20_000;

const rulesFor = ({ name, prompt }: SummaryTemplate): string =>
  `You write what the user wants to have of a conversation they recorded: “${name}”.
Their wish: ${prompt}
- Write in the language of the transcript. Invent nothing: no name, date or number that is not in it.
- Answer in Markdown in the field "content".`;

const NOTES = `
- This is one part of a longer transcript. Write down everything of it that the wish needs; it is put together later.`;

export function createModelSummariser(
  options: ModelSummariserOptions,
  { rules, log }: { rules: Summariser; log: Log },
): Summariser {
  const endpoint = new ModelEndpoint(options);
  return {
    canFill: () => true,
    async fill(template, material, { signal }) {
      const spending = new Spending({
        calls: options.maxCalls,
        tokens: options.maxTokens,
        ms: options.deadlineMs,
      });
      const cost = () => ({ model_calls: spending.calls, model_tokens: spending.tokens });
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.deadlineMs)]);
      const ask = (system: string, what: string, lines: readonly string[]) =>
        askFor(endpoint, { system, user: fenced(what, lines) }, deadline, spending);
      try {
        const { transcript } = material;
        const chunks = promptChunks(transcript.segments, options.maxInputChars);
        spending.plan(chunks.length > 1 ? chunks.length + 1 : 1);
        const head = headOf(transcript);
        const system = rulesFor(template);
        const parts: string[] = [];
        for (const chunk of chunks.length > 1 ? chunks : []) {
          parts.push(
            await ask(system + NOTES, 'data: a part of a transcript', [head, ...chunk.map(line)]),
          );
        }
        const room = Math.floor((options.maxInputChars * 0.6) / Math.max(parts.length, 1));
        const content =
          parts.length > 0
            ? await ask(system, 'data: notes on the parts of a conversation', [
                head,
                ...parts.map((part) => part.slice(0, room)),
              ])
            : await ask(system, 'data: a transcript', [head, ...(chunks[0] ?? []).map(line)]);
        return { content, ...cost() };
      } catch (error) {
        signal.throwIfAborted();
        const reason = deadline.aborted
          ? `the language model did not answer within ${options.deadlineMs / 1000} s`
          : error instanceof NoAnswer
            ? error.message
            : 'the language model could not be asked';
        log.warn({ err: error, reason, template: template.id }, 'a summary was not written');
        if (rules.canFill(template))
          return { ...(await rules.fill(template, material, { signal })), ...cost() };
        throw new Unfillable(`This summary could not be written: ${reason}. Run it again.`, cost());
      }
    },
  };
}

async function askFor(
  endpoint: ModelEndpoint,
  { system, user }: { system: string; user: string },
  signal: AbortSignal,
  spending: Spending,
): Promise<string> {
  const { object } = await endpoint.ask({ system, user, schema: Written }, signal, spending);
  const written = Written.safeParse(object);
  const content = written.success ? written.data.content.trim() : '';
  if (content === '') throw new NoAnswer('the language model returned no summary');
  return content.slice(0, LONGEST).toWellFormed();
}

function headOf({ started_at, timezone }: Transcript): string {
  const wall = wallClockAt(started_at, timezone);
  return `Recorded on ${isoDay(wall)} at ${isoTime(wall)} (${timezone}).`;
}
