import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  createRequestStateCodec,
} from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

export const codec = createRequestStateCodec<string>({ key: randomBytes(32) });
export const text = (words: string) => ({ type: 'text' as const, text: words });
export const nothing = z.object({});

const stringForm = (field: string) => ({
  type: 'object' as const,
  properties: { [field]: { type: 'string' as const } },
  required: [field],
});

export const questions = {
  user_name: inputRequired.elicit({
    message: 'What is your name?',
    requestedSchema: stringForm('name'),
  }),
  capital_question: inputRequired.createMessage({
    messages: [{ role: 'user', content: text('What is the capital of France?') }],
    maxTokens: 100,
  }),
  greeting: inputRequired.createMessage({
    messages: [{ role: 'user', content: text('Generate a greeting') }],
    maxTokens: 50,
  }),
  client_roots: inputRequired.listRoots(),
  confirm: inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: {
      type: 'object',
      properties: { ok: { type: 'boolean' } },
      required: ['ok'],
    },
  }),
  step1: inputRequired.elicit({
    message: 'Step 1: What is your name?',
    requestedSchema: stringForm('name'),
  }),
  step2: inputRequired.elicit({
    message: 'Step 2: What is your favorite color?',
    requestedSchema: stringForm('color'),
  }),
  user_context: inputRequired.elicit({
    message: 'What context should the prompt use?',
    requestedSchema: stringForm('context'),
  }),
};

/**
 * The client answers in several rounds. Each round needs the answers from the previous round, and
 * the sealed state contains the number of the round.
 */
type Question = keyof typeof questions;

export function addQuestions(server: McpServer): void {
  const rounds = (name: string, ...asked: Question[][]) =>
    server.registerTool(
      `test_input_required_result_${name}`,
      { description: `Asks ${asked.length} times`, inputSchema: nothing },
      async (_given, { mcpReq }) => {
        const done = Number(mcpReq.requestState<string>() ?? 0);
        const answers = mcpReq.inputResponses ?? {};
        const isAnswered = asked[done]!.every((key) => key in answers);
        const round = isAnswered ? done + 1 : done;
        if (round === asked.length) {
          return { content: [text(`state-ok ${JSON.stringify(answers)}`)] };
        }
        return inputRequired({
          inputRequests: Object.fromEntries(asked[round]!.map((key) => [key, questions[key]])),
          requestState: await codec.mint(String(round)),
        });
      },
    );
  rounds('elicitation', ['user_name']);
  rounds('sampling', ['capital_question']);
  rounds('list_roots', ['client_roots']);
  rounds('request_state', ['confirm']);
  rounds('tampered_state', ['confirm']);
  rounds('multiple_inputs', ['user_name', 'greeting', 'client_roots']);
  rounds('multi_round', ['step1'], ['step2']);

  const asking = (name: string, key: Question) =>
    server.registerTool(name, { description: 'Asks whoever calls', inputSchema: nothing }, () =>
      inputRequired({ inputRequests: { [key]: questions[key] } }),
    );
  asking('test_missing_capability', 'capital_question');
  asking('test_streaming_elicitation', 'user_name');
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks what the client can answer', inputSchema: nothing },
    (_given, { mcpReq }) => {
      const said = mcpReq.envelope as Record<string, object> | undefined;
      const can = said?.[CLIENT_CAPABILITIES_META_KEY];
      return inputRequired({
        inputRequests:
          can && 'sampling' in can
            ? { capital_question: questions.capital_question }
            : { user_name: questions.user_name },
      });
    },
  );
}
