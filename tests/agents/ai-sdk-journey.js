/** A program with the Vercel AI SDK, whose model is scripted. Prints what the tools answered. */
import { generateText, isStepCount, jsonSchema } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { createClient } from '@commonplace/client';
import { commonplaceTools } from '@commonplace/client/ai-sdk';

const tools = commonplaceTools({ client: createClient(), jsonSchema });
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const calls = JSON.parse(process.argv[2]);
let step = 0;
const model = new MockLanguageModelV4({
  doGenerate: async () => {
    const call = calls[step++];
    const [toolName, input] = call ?? [];
    const content = call
      ? { type: 'tool-call', toolCallId: `call-${step}`, toolName, input: JSON.stringify(input) }
      : { type: 'text', text: 'Done.' };
    const finishReason = { unified: call ? 'tool-calls' : 'stop', raw: undefined };
    return { content: [content], finishReason, usage, warnings: [] };
  },
});
const { steps, text } = await generateText({
  model,
  tools,
  prompt: 'What are my tasks?',
  stopWhen: isStepCount(calls.length + 1),
});
const offered = model.doGenerateCalls[0].tools.map(({ name, description, inputSchema }) => ({
  name,
  description,
  inputSchema,
}));
const results = steps.flatMap(({ content }) =>
  content.flatMap((part) => {
    if (part.type === 'tool-result') return [part.output];
    return part.type === 'tool-error' ? [{ error: String(part.error) }] : [];
  }),
);
process.stdout.write(JSON.stringify({ offered, results, text }));
