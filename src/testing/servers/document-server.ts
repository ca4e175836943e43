import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A certificate for `assistant.example.org` and a few other names, and its key. Only tests trust it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpesdT1yhRl3UF8FX
kyMeR+O5Sex0ENo3UNiXWLijCAihRANCAAQTPAXFeSbumh7kw3c8JKNJAi6vexgj
8j1HyA9noPVhZJ3n1hVxpfD9AW10fg4fblRu7AUcr7ZIL3j/nNSh5HI/
-----END PRIVATE KEY-----
`;
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB8zCCAZmgAwIBAgIUKMB3XyFbsqzMn6aUz7yE0LLZJVYwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRQ29tbW9ucGxhY2UgdGVzdHMwIBcNMjYxMTIzMjMyMjQxWhgP
MjEyNjEwMzAyMzIyNDFaMBwxGjAYBgNVBAMMEUNvbW1vbnBsYWNlIHRlc3RzMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEzwFxXkm7poe5MN3PCSjSQIur3sYI/I9
R8gPZ6D1YWSd59YVcaXw/QFtdH4OH25UbuwFHK+2SC94/5zUoeRyP6OBtjCBszAd
BgNVHQ4EFgQUObVgzm4SZ2Tt6MEYYcibFenN+9EwHwYDVR0jBBgwFoAUObVgzm4S
Z2Tt6MEYYcibFenN+9EwDwYDVR0TAQH/BAUwAwEB/zBgBgNVHREEWTBXghVhc3Np
c3RhbnQuZXhhbXBsZS5vcmeCEW90aGVyLmV4YW1wbGUub3Jnghp4bi0tODBhazZh
YTkyZS5leGFtcGxlLm9yZ4IJbG9jYWxob3N0hwR/AAABMAoGCCqGSM49BAMCA0gA
MEUCIGJrLfplcB4GITXZWYEPXnL3MMjiwmYyIeI+uQXD8UrDAiEAkpbquFK9EHkL
uq3pqCV0OL4CR3AMc++gEGNOGBMgY00=
-----END CERTIFICATE-----
`;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** An https server for documents about assistants. It counts its connections and requests. */
export interface DocumentServer extends AsyncDisposable {
  port: string;
  connections: number;
  /** The paths that were requested, in order. */
  requests: string[];
  /** Returns the address of a document. */
  url(path: string, host?: string): string;
  /** Sets the answer for a path: a document, or a function that answers. */
  answer(path: string, answer: object | Handler): void;
}

export async function openDocumentServer(address = '127.0.0.1'): Promise<DocumentServer> {
  const answers = new Map<string, Handler>();
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    opened.requests.push(request.url!);
    const handler = answers.get(request.url!);
    if (handler) handler(request, response);
    else response.writeHead(404).end();
  });
  server.on('connection', () => (opened.connections += 1));
  server.listen(0, address);
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  const opened: DocumentServer = {
    port,
    connections: 0,
    requests: [],
    url: (path, host = 'assistant.example.org') => `https://${host}:${port}${path}`,
    answer(path, answer) {
      const asJson: Handler = (_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(answer));
      };
      answers.set(path, typeof answer === 'function' ? (answer as Handler) : asJson);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return opened;
}
