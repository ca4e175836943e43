/**
 * A small stand-in for `node-llama-cpp`, which is not installed with this project. A token is a
 * word. The model answers with what it was asked, and some words of a request make it misbehave.
 */
import { setTimeout as wait } from 'node:timers/promises';

interface Prompt {
  grammar?: object;
  maxTokens: number;
  temperature: number;
  signal: AbortSignal;
  onTextChunk(text: string): void;
}

const tokenize = (text: string) => text.split(/\s+/).filter(Boolean);

let cleared = 0;

export async function getLlama(options: object) {
  return {
    async loadModel({ modelPath }: { modelPath: string }) {
      if (modelPath.includes('damaged')) throw new Error('The file is damaged.');
      return modelOf({ ...options, modelPath }, modelPath.includes('large') ? 9_000 : 1_000);
    },
    async createGrammarForJsonSchema(schema: { title?: string }) {
      if (schema.title === 'strange') throw new Error('No grammar has this schema.');
      return { schema };
    },
    getGrammarFor: async (kind: string) => ({ kind }),
  };
}

const modelOf = (loaded: object, trainContextSize: number) => ({
  trainContextSize,
  tokenize,
  createContext: async (options: object) => ({
    getSequence: () => ({ loaded, options, clearHistory: async () => void (cleared += 1) }),
  }),
  createEmbeddingContext: async ({ contextSize, threads }: Record<string, number>) => ({
    getEmbeddingFor: async (text: string) => ({
      vector: [tokenize(text).length, text.length, contextSize, threads],
    }),
  }),
  createRankingContext: async () => ({
    rankAll: async (query: string, documents: string[]) =>
      [query, ...documents].map((text) => tokenize(text).length),
  }),
});

export class LlamaChatSession {
  readonly #about: object;

  constructor({
    contextSequence,
    systemPrompt,
  }: {
    contextSequence: object;
    systemPrompt: string;
  }) {
    this.#about = { ...contextSequence, systemPrompt };
  }

  async prompt(user: string, { signal, onTextChunk, ...options }: Prompt): Promise<string> {
    onTextChunk('piece ');
    if (user === 'die') process.exit(3);
    if (user === 'wait') await wait(600_000, undefined, { signal });
    if (user === 'spin') for (;;) cleared += 0;
    return JSON.stringify({ ...this.#about, user, ...options, cleared });
  }

  dispose(options: object): void {
    Object.assign(this.#about, options);
  }
}
