/** Checks whether the providers in the settings answer. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config.ts';

const PATIENCE_MS = 1_500;

export interface UnansweredProviders {
  recogniser: boolean;
  languageModel: boolean;
  embeddings: boolean;
}

/** Connects to every provider once, without sending data. */
export async function findUnanswered(config: Config): Promise<UnansweredProviders> {
  const [recogniser, languageModel, embeddings] = await Promise.all(
    [config.listening.recogniserUrl, config.languageModel.baseUrl, config.embeddings.baseUrl].map(
      async (url) => url !== undefined && !(await answers(url)),
    ),
  );
  return { recogniser: recogniser!, languageModel: languageModel!, embeddings: embeddings! };
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
