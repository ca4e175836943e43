/** The calls of llama.cpp for Node that this project uses. */
import type { TextAnswer, TextModelStart, TextRequest } from './messages.ts';

/** The part of `node-llama-cpp` that is used. The package is not installed with this project. */
interface Runtime {
  getLlama(options: object): Promise<{
    loadModel(options: { modelPath: string }): Promise<Model>;
    createGrammarForJsonSchema(schema: object): Promise<object>;
    getGrammarFor(kind: 'json'): Promise<object>;
  }>;
  LlamaChatSession: new (options: { contextSequence: Sequence; systemPrompt: string }) => Session;
}

interface Model {
  trainContextSize: number;
  tokenize(text: string): readonly unknown[];
  createContext(options: object): Promise<{ getSequence(): Sequence }>;
  createRankingContext(options: object): Promise<{
    rankAll(query: string, documents: string[]): Promise<number[]>;
  }>;
  createEmbeddingContext(options: object): Promise<{
    getEmbeddingFor(text: string): Promise<{ vector: readonly number[] }>;
  }>;
}

interface Sequence {
  clearHistory(): Promise<void>;
}

interface Session {
  prompt(text: string, options: object): Promise<string>;
  dispose(options: { disposeSequence: boolean }): void;
}

interface Asking {
  signal: AbortSignal;
  onPiece(text: string): void;
}

export interface Llama {
  answer(request: TextRequest, asking: Asking): Promise<TextAnswer>;
}

/** A request that leaves less room than this for the answer is refused. */
const MIN_ANSWER_TOKENS = 128;
/** A small model may write the same words without an end. */
const REPEAT_PENALTY = { penalty: 1.1, lastTokens: 128 };

/** Loads the model. Throws when the files are damaged or of another kind. */
export async function openLlama({
  runtime,
  kind,
  file,
  threads,
  contextTokens,
}: TextModelStart): Promise<Llama> {
  const { getLlama, LlamaChatSession } = (await import(runtime)) as Runtime;
  const llama = await getLlama({
    gpu: false,
    // Never compile or download anything.
    build: 'never',
    skipDownload: true,
    maxThreads: threads,
    logLevel: 'error',
  });
  const model = await llama.loadModel({ modelPath: file });
  const contextSize = Math.min(contextTokens, model.trainContextSize);
  const options = { contextSize, threads };
  if (kind === 'encoder') {
    const context = await model.createEmbeddingContext(options);
    return {
      async answer(request) {
        const texts = request.kind === 'embed' ? request.texts : [];
        const vectors: Float32Array[] = [];
        for (const text of texts) {
          const { vector } = await context.getEmbeddingFor(fitting(model, text, contextSize));
          vectors.push(Float32Array.from(vector));
        }
        return { kind: 'embed', vectors };
      },
    };
  }
  if (kind === 'reranker') {
    const context = await model.createRankingContext(options);
    return {
      async answer(request) {
        if (request.kind !== 'rank') return { kind: 'rank', scores: [] };
        const half = Math.floor(contextSize / 2);
        const texts = request.texts.map((text) => fitting(model, text, half));
        const scores = await context.rankAll(fitting(model, request.query, half), texts);
        return { kind: 'rank', scores };
      },
    };
  }
  const sequence = (await model.createContext(options)).getSequence();
  /** What the sequence begins with: the runtime reads only what follows the part in common. */
  let kept: string | null = null;
  return {
    async answer(request, { signal, onPiece }) {
      if (request.kind !== 'write') return { kind: 'write', text: '', tokens: 0 };
      const { system, user, schema, maxTokens } = request;
      const given = model.tokenize(system).length + model.tokenize(user).length;
      const room = contextSize - given;
      if (room < MIN_ANSWER_TOKENS) {
        throw new Error(`The request has ${given} tokens, more than the model reads.`);
      }
      if (kept !== system) await sequence.clearHistory();
      kept = null;
      const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: system });
      try {
        const text = await session.prompt(user, {
          grammar: schema && (await grammarOf(llama, schema)),
          maxTokens: Math.min(maxTokens, room),
          temperature: 0,
          repeatPenalty: REPEAT_PENALTY,
          signal,
          onTextChunk: onPiece,
        });
        kept = system;
        return { kind: 'write', text, tokens: given + model.tokenize(text).length };
      } finally {
        session.dispose({ disposeSequence: false });
      }
    },
  };
}

/** A schema that the runtime cannot express becomes any JSON; the caller checks the answer. */
async function grammarOf(
  llama: Awaited<ReturnType<Runtime['getLlama']>>,
  schema: object,
): Promise<object> {
  return llama.createGrammarForJsonSchema(schema).catch(() => llama.getGrammarFor('json'));
}

/** Cuts a text to what the model reads. A token has one letter at least. */
function fitting(model: Model, text: string, tokens: number): string {
  const room = tokens - 8;
  let cut = text.slice(0, room * 8);
  for (let count = model.tokenize(cut).length; count > room; count = model.tokenize(cut).length) {
    cut = cut.slice(0, Math.floor((cut.length * room) / count));
  }
  return cut;
}
