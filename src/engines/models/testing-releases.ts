/** Archives for tests, and a server that fails in the same ways as networks. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/** The server's reactions to successive requests; the last one repeats. */
export type Behaviour =
  | 'serves'
  /** Sends the whole file, whatever range the client requests. */
  | 'ignores ranges'
  /** Breaks the connection after this many bytes. */
  | { cutsAfter: number }
  /** Sends nothing more after this many bytes, until the client closes the connection. */
  | { stallsAfter: number }
  | { answers: number }
  | { leadsTo: string };

export interface ReleaseServer extends AsyncDisposable {
  url: string;
  requests: IncomingMessage[];
  /** Replaces the file; later requests get the new version. */
  replace(file: Uint8Array): void;
}

export async function startReleases(
  file: Uint8Array,
  behaviours: readonly Behaviour[] = ['serves'],
): Promise<ReleaseServer> {
  const requests: IncomingMessage[] = [];
  let current = file;
  let version = 1;
  const server = createServer((request, response) => {
    const behaviour = behaviours[Math.min(requests.length, behaviours.length - 1)]!;
    requests.push(request);
    serve({ request, response, behaviour, file: current, etag: `"${version}"` });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    replace(other) {
      current = other;
      version += 1;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  behaviour: Behaviour;
  file: Uint8Array;
  etag: string;
}

function serve({ request, response, behaviour, file, etag }: Exchange): void {
  if (typeof behaviour === 'object' && 'answers' in behaviour) {
    response.writeHead(behaviour.answers).end();
    return;
  }
  if (typeof behaviour === 'object' && 'leadsTo' in behaviour) {
    response.writeHead(302, { location: behaviour.leadsTo + request.url }).end();
    return;
  }
  const wanted = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  const fits = request.headers['if-range'] === etag && behaviour !== 'ignores ranges';
  const from = wanted && fits ? Number(wanted) : 0;
  const rest = file.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    etag,
    'content-length': rest.length,
    ...(from > 0 && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
  });
  if (behaviour === 'serves' || behaviour === 'ignores ranges') response.end(rest);
  else if ('stallsAfter' in behaviour) response.write(rest.subarray(0, behaviour.stallsAfter));
  else response.write(rest.subarray(0, behaviour.cutsAfter), () => response.destroy());
}

/** Returns a compressed tar archive. Links are written as `name → target`. */
export async function archiveOf(files: Record<string, Uint8Array | string>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) {
    const [path = '', linkname] = name.split(' → ');
    if (linkname) tar.entry({ name: path, type: 'symlink', linkname });
    else tar.entry({ name: path }, Buffer.from(content));
  }
  tar.finalize();
  const bzip2 = spawn('bzip2', ['-c'], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const chunk of tar) bzip2.stdin.write(chunk);
  bzip2.stdin.end();
  return buffer(bzip2.stdout);
}
