/** Finds programs on this machine that serve language models with the OpenAI protocol. */
import { z } from 'zod';

export interface LocalServer {
  /** The name of the program, as people know it. */
  name: string;
  baseUrl: string;
  models: string[];
}

/** The addresses that these programs use unless somebody changes them. */
const USUAL: readonly Omit<LocalServer, 'models'>[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama-server', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
];
const PATIENCE_MS = 500;
const MAX_BYTES = 1_000_000;

const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Asks each address for its models. A program without models is left out. */
export async function findLocalServers(
  places: readonly Omit<LocalServer, 'models'>[] = USUAL,
): Promise<LocalServer[]> {
  const found = await Promise.all(
    places.map(async (place) => ({ ...place, models: await modelsAt(place.baseUrl) })),
  );
  return found.filter(({ models }) => models.length > 0);
}

async function modelsAt(baseUrl: string): Promise<string[]> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`${baseUrl}/models`, { signal, redirect: 'error' });
    const isSmall = Number(response.headers.get('content-length') ?? 0) <= MAX_BYTES;
    if (!response.ok || !isSmall) return [];
    return Models.parse(await response.json()).data.map(({ id }) => id);
  } catch {
    return [];
  }
}
