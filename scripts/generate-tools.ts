/**
 * Writes mcp/src/tools.json: the tools as assistants see them, made from the schemas that validate
 * their input. The file is checked in, so every change of a tool shows in it; the local MCP server
 * offers its tools. Writes some of them to client/src/ai-sdk-tools.ts, for programs with the Vercel
 * AI SDK. Prints how many tokens the whole list costs a model. `--check` writes nothing and fails
 * when a file is out of date or has too many tokens. `--costs` prints what each tool and each of its
 * arguments costs, the dearest first.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { allCatalogue } from '../src/domains/index.ts';
import { quotingAnswerer } from '../src/engines/answering/quoting-answerer.ts';
import { listingOf } from '../src/transports/mcp/schemas.ts';

const FILE = 'mcp/src/tools.json';
const AI_SDK_FILE = 'client/src/ai-sdk-tools.ts';
const AI_SDK_TOOLS = [
  'search',
  'ask',
  'search_memories',
  'create_memory',
  'search_conversations',
  'get_conversation_by_id',
  'get_daily_summaries',
  'get_action_items',
  'create_action_item',
  'complete_action_item',
];
const MAX_TOKENS = 6_500;
/** Some clients show their model only this part. */
const MAX_INPUT_TOKENS = 3_400;

const { tools, instructions } = allCatalogue({
  site: () => 'https://example.org',
  answerTokens: 8_000,
  answerer: quotingAnswerer,
});
const listings = tools.map(listingOf);
const tokens = countTokens(JSON.stringify(listings));
const inputs = listings.map(({ name, description, inputSchema }) => ({
  name,
  description,
  inputSchema,
}));
const inputTokens = countTokens(JSON.stringify(inputs));
console.log(
  `${listings.length} tools cost a model ${tokens} tokens (at most ${MAX_TOKENS}), names, ` +
    `descriptions and inputs alone ${inputTokens} (at most ${MAX_INPUT_TOKENS}).`,
);
if (process.argv.includes('--costs')) printCosts();
if (tokens > MAX_TOKENS || inputTokens > MAX_INPUT_TOKENS) process.exitCode = 1;
write(FILE, JSON.stringify({ instructions, tools: listings }, null, 2));
const chosen = inputs.filter(({ name }) => AI_SDK_TOOLS.includes(name));
const byName = structuredClone(Object.fromEntries(chosen.map(({ name, ...rest }) => [name, rest])));
// Only the routes of assistants know the user's time zone.
Object.assign(propertiesOf(byName['create_action_item']!)['due_at']!, {
  description: 'ISO 8601 with a zone.',
});
write(
  AI_SDK_FILE,
  `// Made from the tools of assistants by \`npm run generate\`; do not edit.\n
export const TOOLS = ${JSON.stringify(byName)};\n`,
);

function propertiesOf({ inputSchema }: { inputSchema: unknown }): Record<string, object> {
  return (inputSchema as { properties: Record<string, object> }).properties;
}

function write(file: string, content: string): void {
  const options = { input: content, encoding: 'utf8' } as const;
  const written = execFileSync('oxfmt', ['--stdin-filepath', file], options);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, written);
  } else if (readFileSync(file, 'utf8') !== written) {
    console.error(`${file} is not what the tools say: run npm run generate`);
    process.exitCode = 1;
  }
}

/** The cost of a part is what the list would cost less without it. */
function printCosts(): void {
  const costOf = (value: unknown) => countTokens(JSON.stringify(value));
  const costs = listings.map((listing) => {
    const { name, description, inputSchema, outputSchema } = listing;
    const own = Object.entries((inputSchema as { properties?: object }).properties ?? {});
    const inputs = own.map(([key, schema]) => [key, costOf({ [key]: schema })] as const);
    return {
      name,
      whole: costOf(listing),
      parts: [
        ['description', costOf(description)] as const,
        ...inputs.toSorted((one, other) => other[1] - one[1]),
        ['answer', outputSchema ? costOf(outputSchema) : 0] as const,
      ],
    };
  });
  for (const { name, whole, parts } of costs.toSorted((one, other) => other.whole - one.whole))
    console.log(`${name} ${whole}: ${parts.map(([part, cost]) => `${part} ${cost}`).join(', ')}`);
}
