/**
 * Serves mem0's open-source package over JSON lines in a separate process, because its native
 * modules need the Node version they were built for. Arguments: its folder, the address of the
 * embeddings, a database file.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [folder, baseURL, dbPath, dimensions] = process.argv.slice(2);
process.env.MEM0_TELEMETRY = 'false';
const { Memory } = createRequire(join(folder, 'package.json'))('mem0ai/oss');
const openai = { apiKey: 'none', baseURL };
const memory = new Memory({
  historyDbPath: `${dbPath}.history`,
  embedder: {
    provider: 'openai',
    config: { ...openai, model: 'stub', embeddingDims: Number(dimensions) },
  },
  vectorStore: {
    provider: 'memory',
    config: { collectionName: 'bench', dimension: Number(dimensions), dbPath },
  },
  llm: { provider: 'openai', config: { ...openai, model: 'none' } },
});

const OPERATIONS = {
  add: async ({ texts }) => {
    const messages = texts.map((content) => ({ role: 'user', content }));
    const { results } = await memory.add(messages, { userId: 'bench', infer: false });
    return results.length;
  },
  search: async ({ query, limit }) => {
    const { results } = await memory.search(query, {
      filters: { user_id: 'bench' },
      topK: limit,
      threshold: 0,
    });
    return results.map((result) => result.memory);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, ...asked } = JSON.parse(line);
  OPERATIONS[op](asked)
    .then((answer) => ({ id, answer }))
    .catch((error) => ({ id, error: String(error) }))
    .then((reply) => process.stdout.write(`\n@${JSON.stringify(reply)}\n`));
}
