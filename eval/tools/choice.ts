/**
 * Measures whether a model finds the right tool: 60 messages of a person to an assistant, each with
 * the first call that should come. The messages were written without sight of the tools.
 *
 * With `EVAL_MODEL_URL` (an OpenAI-compatible address that ends with /v1) and `EVAL_MODEL`, that
 * model chooses, and `EVAL_MODEL_KEY` is its key. Otherwise the choices in the file `choices.json`
 * are scored, which a reader made who saw only the list of tools and the messages.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import catalogue from '../../mcp/src/tools.json' with { type: 'json' };

const Question = z.object({
  n: z.int(),
  context: z.string(),
  message: z.string(),
  expected: z.object({
    tools: z.array(z.string()).min(1),
    /** Regular expressions for the arguments, written as text. */
    arguments: z.record(z.string(), z.string()),
  }),
});
type Question = z.infer<typeof Question>;
const Choice = z.object({
  n: z.int(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
});
type Choice = z.infer<typeof Choice>;

const INSTRUCTIONS = `${catalogue.instructions}\n\nToday is Thursday, 2026-03-05. Time zone: Europe/Lisbon. Make the first tool call.`;

/** Returns the choices that are wrong, and the number of all choices. */
export async function wrongChoices() {
  const questions = z.array(Question).parse(read('questions.json'));
  const { EVAL_MODEL_URL: url, EVAL_MODEL: model, EVAL_MODEL_KEY: key } = process.env;
  const choices =
    url && model
      ? await Promise.all(questions.map((question) => choose(question, { url, model, key })))
      : z.array(Choice).parse(read('choices.json'));
  const chosen = new Map(choices.map((choice) => [choice.n, choice]));
  const wrong = questions
    .filter((question) => !isRight(question, chosen.get(question.n)))
    .map(({ n, message, expected }) => ({
      message: message.split('\n')[0]!,
      wanted: `${expected.tools.join(' or ')} ${JSON.stringify(expected.arguments)}`,
      chosen: `${chosen.get(n)?.tool} ${JSON.stringify(chosen.get(n)?.arguments)}`,
    }));
  return { total: questions.length, wrong };
}

function isRight({ expected }: Question, choice: Choice | undefined): boolean {
  if (!choice || !expected.tools.includes(choice.tool)) return false;
  // The arguments belong to the first tool; an alternative tool has arguments of its own.
  if (choice.tool !== expected.tools[0]) return true;
  return Object.entries(expected.arguments).every(([name, pattern]) => {
    const given = choice.arguments[name];
    const text = typeof given === 'string' ? given : JSON.stringify(given ?? null);
    const [, flags = '', source = ''] = /^(?:\(\?(\w+)\))?([^]*)$/.exec(pattern)!;
    return new RegExp(source, flags).test(text);
  });
}

interface Model {
  url: string;
  model: string;
  key: string | undefined;
}

async function choose({ n, context, message }: Question, { url, model, key }: Model) {
  const known = context === '' ? '' : `Context: ${context}\n\n`;
  const answer = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key && { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model,
      temperature: 0,
      messages: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: known + message },
      ],
      tools: catalogue.tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
    }),
  });
  if (!answer.ok) throw new Error(`The model answered ${answer.status}: ${await answer.text()}`);
  const { choices } = Completion.parse(await answer.json());
  const call = choices[0]?.message.tool_calls?.[0]?.function;
  return {
    n,
    tool: call?.name ?? 'none',
    arguments: JSON.parse(call?.arguments || '{}') as Record<string, unknown>,
  };
}

const Completion = z.object({
  choices: z.array(
    z.object({
      message: z.object({
        tool_calls: z
          .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
          .nullish(),
      }),
    }),
  ),
});

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}
