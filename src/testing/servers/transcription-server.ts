/**
 * A loopback server with OpenAI's transcription protocol and a real recogniser, which fails in the
 * ways that a test chooses.
 */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { joinedSound, silence } from '../../engines/audio/testing.ts';
import { readWav } from '../../engines/audio/wav.ts';
import type { Recogniser, RecognisedWord } from '../../engines/recognition/recogniser.ts';

export interface TranscriptionChaos {
  refuse?: number;
  retryAfter?: number;
  delayMs?: number;
  /** Breaks the connection instead of answering. */
  drop?: boolean;
  /** Never answers. */
  hang?: boolean;
  rubbish?: boolean;
  oversized?: boolean;
}

export interface TranscriptionServer extends AsyncDisposable {
  url: string;
  requests: { path: string; authorization: string | undefined; fields: Record<string, string> }[];
  /** The time (`performance.now()`) at which each answer was sent. */
  answers: { text: string; at: number }[];
  maxAtOnce(): number;
}

export interface TranscriptionServerOptions {
  recogniser: Recogniser;
  key?: string;
  /**
   * The most detailed format that the server supports. With `json`, the server refuses requests for
   * more detail.
   */
  answers?: 'verbose_json' | 'json' | 'text';
  /** Returns the faults for each request, counted from 0. */
  chaos?: (request: number) => TranscriptionChaos;
}

/**
 * Adds silence around the speech, because the recogniser itself detects where speech begins and
 * ends.
 */
const LEAD_SECONDS = 0.5;
const TAIL_SECONDS = 1.5;

export async function startTranscriptionServer(
  options: TranscriptionServerOptions,
): Promise<TranscriptionServer> {
  const { key = 'secret', chaos = (): TranscriptionChaos => ({}) } = options;
  const requests: TranscriptionServer['requests'] = [];
  const answers: TranscriptionServer['answers'] = [];
  let atOnce = 0;
  let maxAtOnce = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await formOf(request);
    const fields = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const { authorization } = request.headers;
    const wanted = chaos(requests.push({ path: request.url!, authorization, fields }) - 1);
    if (wanted.drop) return request.socket.destroy();
    if (wanted.hang) return;
    if (wanted.delayMs) await wait(wanted.delayMs);
    if (wanted.retryAfter !== undefined) response.setHeader('Retry-After', wanted.retryAfter);
    if (wanted.refuse) return response.writeHead(wanted.refuse).end('{"error":{}}');
    if (authorization !== `Bearer ${key}`) return response.writeHead(401).end();
    if (!request.url!.endsWith('/v1/audio/transcriptions')) return response.writeHead(404).end();
    const verbose = fields['response_format'] === 'verbose_json';
    if (!fields['model'] || (verbose && options.answers === 'json')) {
      return response.writeHead(400).end();
    }
    if (wanted.rubbish) return response.end('<html>Bad gateway</html>');
    if (wanted.oversized) return response.end(JSON.stringify({ text: 'x'.repeat(2e6) }));
    const file = form.get('file') as File;
    const words = await heard(options.recogniser, readWav(await file.bytes()));
    const text = words.map((word) => word.text).join(' ');
    answers.push({ text, at: performance.now() });
    if (options.answers === 'text') {
      return response.setHeader('Content-Type', 'text/plain; charset=utf-8').end(`${text}\n`);
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(verbose ? detailed(text, words) : { text }));
  };
  const server = createServer((request, response) => {
    atOnce += 1;
    maxAtOnce = Math.max(maxAtOnce, atOnce);
    response.once('close', () => (atOnce -= 1));
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    maxAtOnce: () => maxAtOnce,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function formOf(request: IncomingMessage): Promise<FormData> {
  const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(await buffer(request)), { headers }).formData();
}

/** The words of earlier sounds, cached because tests send the same sounds repeatedly. */
const known = new WeakMap<Recogniser, Map<string, Promise<RecognisedWord[]>>>();

function heard(recogniser: Recogniser, pcm: Int16Array): Promise<RecognisedWord[]> {
  const sounds = known.get(recogniser) ?? new Map<string, Promise<RecognisedWord[]>>();
  known.set(recogniser, sounds);
  const fingerprint = hash('sha256', new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
  const words = sounds.get(fingerprint) ?? recognise(recogniser, pcm);
  sounds.set(fingerprint, words);
  return words;
}

async function recognise(recogniser: Recogniser, pcm: Int16Array): Promise<RecognisedWord[]> {
  const session = recogniser.open({ language: 'en' });
  session.write(joinedSound(silence(LEAD_SECONDS), pcm, silence(TAIL_SECONDS)));
  void session.finish();
  const words: RecognisedWord[] = [];
  for await (const event of session.events) {
    if (event.type === 'final') words.push(...event.utterance.words);
  }
  return words;
}

/** Returns the answer in Whisper's format: its text has punctuation, its words have none. */
function detailed(text: string, words: readonly RecognisedWord[]): object {
  const own = (seconds: number) => Math.max(0, seconds - LEAD_SECONDS);
  const start = own(words[0]?.start ?? 0);
  const end = own(words.at(-1)?.end ?? 0);
  return {
    task: 'transcribe',
    language: 'english',
    text,
    segments: text
      ? [{ id: 0, start, end, text: ` ${text}`, avg_logprob: -0.3, no_speech_prob: 0.1 }]
      : [],
    words: words.map((word) => ({
      word: word.text.replace(/[.,?!]/g, ''),
      start: own(word.start),
      end: own(word.end),
    })),
  };
}
