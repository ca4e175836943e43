import { Agent, request } from 'node:http';

/**
 * Sends JSON over keep-alive connections, as client programs do, and throws on any status but 200.
 */
export class JsonClient implements Disposable {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  call(method: string, path: string, body?: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${this.#token}`,
        'Content-Type': 'application/json',
      };
      const options = { agent: this.#agent, method, headers };
      const call = request(new URL(path, this.#url), options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${response.statusCode} ${text}`));
        });
      });
      call.on('error', reject);
      call.end(body && JSON.stringify(body));
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
