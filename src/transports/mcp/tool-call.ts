import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { InsufficientScope, ServiceError } from '../../core/errors.ts';
import { dotted } from '../../core/scopes.ts';
import { timezoneOf } from '../../domains/accounts/accounts.ts';
import { recorded } from '../../domains/assistants/activity/recording.ts';
import { withFullIds } from '../../domains/assistants/short-ids.ts';
import type { Context } from '../../kit/context.ts';
import { may } from '../../kit/operation.ts';
import type { Tool } from '../../kit/tool.ts';
import { DEFECT, errorResult } from './errors.ts';
import { questionBefore, withProgress } from './interaction.ts';
import type { McpRequest } from './interaction.ts';
import { renderedAnswer } from './rendering.ts';
import { readToolArguments } from './tool-arguments.ts';

/** Calls a tool for an assistant. Errors of the service become results that the model reads. */
export async function callTool(
  context: Context,
  tool: Tool,
  {
    given,
    answerTokens,
    request,
    titleOf,
  }: {
    given: Record<string, unknown>;
    answerTokens: number;
    request: McpRequest;
    /** Returns the title of the record with this address. */
    titleOf(address: string): Promise<string>;
  },
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const scope = missingScope(tool, context);
    if (scope) throw new InsufficientScope(scope);
    const [asked, timezone] = await Promise.all([
      withFullIds(context, readToolArguments(tool, given)),
      timezoneOf(context),
    ]);
    const question = await questionBefore(tool, { given: asked, request, titleOf });
    if (question) return question;
    let isFirst = true;
    const answer = await renderedAnswer(tool, asked, {
      // A page that was too large is read again, which is still one call.
      ask: (wanted) => {
        const run = (inside: Context) => withProgress(tool, request)(inside, wanted);
        if (!isFirst) return run(context);
        isFirst = false;
        return recorded(context, tool.operation, { given: wanted, run });
      },
      timezone,
      maxTokens: answerTokens,
    });
    // Some clients hand their model only the text, others only the structure.
    return {
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
    };
  } catch (error) {
    if (error instanceof ServiceError) return errorResult(error);
    context.log.error({ err: error, tool: tool.name }, 'unexpected error');
    return DEFECT;
  }
}

/**
 * Returns the scope that a caller lacks for a tool, written with a dot; null when none is missing.
 */
export function missingScope({ scopes }: Tool, context: Context): string | null {
  return scopes.some((scope) => may(context, scope)) ? null : dotted(scopes[0]!);
}
