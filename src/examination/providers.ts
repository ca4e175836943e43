/** Examines whether the providers in the settings answer. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { findingsOf } from './finding.ts';
import type { Finding } from './finding.ts';

const PATIENCE_MS = 1_500;

interface Provider {
  name: string;
  setting: string;
  url(config: Config): string | undefined;
}

const PROVIDERS: readonly Provider[] = [
  {
    name: 'recogniser',
    setting: 'SVC_RECOGNISER_URL',
    url: ({ listening }) => listening.recogniserUrl,
  },
  {
    name: 'language model',
    setting: 'SVC_LLM_BASE_URL',
    url: ({ languageModel }) => languageModel.baseUrl,
  },
  {
    name: 'embeddings',
    setting: 'SVC_EMBEDDINGS_BASE_URL',
    url: ({ embeddings }) => embeddings.baseUrl,
  },
];

/** Connects to every provider once, without sending data. */
export function examineProviders(config: Config): Promise<Finding[]> {
  return Promise.all(
    PROVIDERS.map(async ({ name, setting, url }) => {
      const { ok, fault } = findingsOf(name);
      const address = url(config);
      if (address === undefined) return ok('Built in.');
      const { origin, host, protocol } = new URL(address);
      const place = origin === 'null' ? `${protocol}//${host}` : origin;
      return (await answers(address))
        ? ok(`${place} answers.`)
        : fault(`${place} does not answer.`, `Start it, or correct ${setting}.`);
    }),
  );
}

/** Returns whether somebody accepts connections at an address. */
export async function answers(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address);
  const usual = /^(https|wss):$/.test(protocol) ? 443 : 80;
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usual : Number(port),
  });
  let isThere = false;
  const connecting = once(socket, 'connect').then(() => (isThere = true));
  try {
    await Promise.race([connecting, wait(PATIENCE_MS, undefined, { ref: false })]);
    // A busy process notices the end of the wait before a connection that was accepted in time.
    await nextTurn();
    return isThere;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
