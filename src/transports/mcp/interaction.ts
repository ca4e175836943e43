import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
} from '@modelcontextprotocol/server';
import type {
  ClientCapabilities,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Forbidden, InsufficientScope, NotFound } from '../../core/errors.ts';
import type { Context } from '../../kit/context.ts';
import type { StreamOperation } from '../../kit/stream.ts';
import type { ToolAnswer, Tool } from '../../kit/tool.ts';

/** How a call of a tool talks with the client before its result: questions and progress. */

export type McpRequest = ServerContext['mcpReq'];

const CONFIRM = 'confirm';
const Confirmation = z.object({
  confirm: z.boolean().describe('Delete it'),
});

/**
 * Returns the question that the client should ask its user before a deletion, or null when there is
 * nothing to ask. Since revision 2026-07-28, a question needs no session, because the client
 * repeats the call and adds the answer. Older clients ask because of the hints of the tool.
 */
export async function questionBefore(
  { operation, title: asking }: Tool,
  {
    given,
    request,
    titleOf,
  }: {
    given: Record<string, unknown>;
    request: McpRequest;
    titleOf(address: string): Promise<string>;
  },
): Promise<InputRequiredResult | null> {
  const { changes, effect } = operation;
  if (effect !== 'destroy' || !changes || !('argument' in changes)) return null;
  const can = capabilitiesOf(request).elicitation;
  // Clients that know only addresses cannot show the form.
  if (!can || (can.url && !can.form)) return null;
  const answers = request.inputResponses;
  if (answers && CONFIRM in answers) {
    const answer = acceptedContent(answers, CONFIRM, Confirmation);
    if (answer?.confirm === true) return null;
    throw new Forbidden('The user did not agree, so nothing was deleted.');
  }
  const title = await titleOf(`${changes.kind}:${String(given[changes.argument])}`).catch(
    (error: unknown) => {
      // The tool itself answers that there is no such record.
      if (error instanceof NotFound) return null;
      if (error instanceof InsufficientScope) return '';
      throw error;
    },
  );
  if (title === null) return null;
  return inputRequired({
    inputRequests: {
      [CONFIRM]: inputRequired.elicit({
        message: `${asking}${title && `: “${title}”`}? You can undo this for 30 days.`,
        requestedSchema: Confirmation,
      }),
    },
  });
}

/** Returns what the client can do; only clients since revision 2026-07-28 say it with each request. */
function capabilitiesOf({ envelope }: McpRequest): ClientCapabilities {
  const said = (envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  return (said ?? {}) as ClientCapabilities;
}

/** Runs the operation; tells the client about its progress if the client asked for that. */
export function withProgress({ operation }: Tool, request: McpRequest) {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined || !('stream' in operation)) return operation;
  const { stream } = operation as unknown as StreamOperation;
  return async (context: Context, given: unknown): Promise<ToolAnswer> => {
    let progress = 0;
    const tell = (message: string) =>
      request.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: progress++, message },
      });
    await tell('Reading the records');
    const events = stream(context, given);
    try {
      for (;;) {
        const { done, value } = await events.next();
        if (done) return value as ToolAnswer;
        if (progress === 1) await tell('Writing the answer');
      }
    } finally {
      // Ends the work when the client has left.
      await events.return(undefined);
    }
  };
}
