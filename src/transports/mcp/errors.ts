import type { CallToolResult } from '@modelcontextprotocol/server';
import { InsufficientScope, Invalid } from '../../core/errors.ts';
import type { Problem, ServiceError } from '../../core/errors.ts';

/**
 * The only mapping from errors to MCP. An error that a model can fix becomes a tool result that
 * tells what to change. The schemas of answers have no required fields, so the structure of an error
 * is valid for clients that check it against the schema of its tool.
 */
export function errorResult(error: ServiceError): CallToolResult {
  return failure(error.kind, wordsOf(error));
}

function failure(code: string, message: string): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: { error: { code, message } },
  };
}

function wordsOf(error: ServiceError): string {
  if (error instanceof Invalid && error.problems) {
    return `${error.problems.map(problem).join(' ')} Change that and call again.`;
  }
  if (error instanceof InsufficientScope) {
    return (
      `This connection lacks the scope ${error.scope}. Its user can allow ` +
      'it by connecting again, or with another MCP key.'
    );
  }
  return error.message;
}

function problem({ loc, msg }: Problem): string {
  return loc.length > 0 ? `${loc.join('.')}: ${msg}.` : `${msg}.`;
}

/** The answer to a defect, without details. */
export const DEFECT: CallToolResult = failure(
  'internal',
  'Something went wrong on our side. It was logged. Try again.',
);
