/**
 * Writes mcp/src/tools.json: the tools as assistants see them, read off the same shapes that
 * validate. It is the golden file (a change of a tool is a change of this file), and what the local
 * MCP server offers. Tells how many tokens it costs a model to see them all; `--check` writes
 * nothing and fails when the file is not what the code says, or costs too much.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { allCatalogue } from '../src/domains/index.ts';
import { quotingAnswerer } from '../src/engines/answering/quoting-answerer.ts';
import { listingOf } from '../src/transports/mcp/schemas.ts';

const FILE = 'mcp/src/tools.json';
const MAX_TOKENS = 6_000;

const { tools, instructions } = allCatalogue({
  site: () => 'https://example.org',
  answerer: quotingAnswerer,
});
const listings = tools.map(listingOf);
const written = execFileSync('oxfmt', ['--stdin-filepath', FILE], {
  input: JSON.stringify({ instructions, tools: listings }, null, 2),
  encoding: 'utf8',
});
const tokens = countTokens(JSON.stringify(listings));
console.log(`${listings.length} tools cost a model ${tokens} tokens (at most ${MAX_TOKENS}).`);
if (tokens > MAX_TOKENS) process.exitCode = 1;
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, written);
} else if (readFileSync(FILE, 'utf8') !== written) {
  console.error(`${FILE} is not what the tools say: run npm run generate`);
  process.exitCode = 1;
}
