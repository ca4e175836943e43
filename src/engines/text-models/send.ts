import { tracedFetch } from '../../core/tracing/tracing.ts';

/** Sends a request of the OpenAI protocol, such as `/chat/completions`, with its body as JSON. */
export type Send = (path: string, body: string, signal: AbortSignal) => Promise<Response>;

/** Sends requests to an endpoint. `baseUrl` ends before the path, often with `/v1`. */
export function httpSend(baseUrl: string, apiKey?: string): Send {
  return (path, body, signal) =>
    tracedFetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
      },
      body,
      signal,
    });
}
