/** The memory plug-in for OpenClaw: recalls before a turn, and stores the user's words after it. */
import { Memory } from './memory.ts';
import type { Log, Turn } from './memory.ts';

/** The part of OpenClaw's plug-in interface that this plug-in uses. */
interface Api {
  pluginConfig?: { url?: string; apiKey?: string; recall?: boolean; store?: boolean };
  logger: Log;
  on(hook: string, handler: (event: never, context: Context) => unknown, options?: object): void;
}

interface Context {
  runId?: string;
  sessionId?: string;
  sessionKey?: string;
  trigger?: string;
  inputProvenance?: { kind: string };
}

interface PromptEvent {
  currentUserMessage?: string;
  currentUserMessageId?: string;
  prompt: string;
}

/** OpenClaw stops waiting a little after the plug-in has. */
const HOOK_MS = 2_500;
const STORE_HOOK_MS = 30_000;
const MAX_OPEN_TURNS = 100;

export default {
  id: 'commonplace',
  name: 'Commonplace',
  description: 'Remembers with your Commonplace service',
  register(api: Api): void {
    const { url, apiKey, recall = true, store = true } = api.pluginConfig ?? {};
    if (!url || !apiKey) {
      api.logger.warn('Commonplace needs `url` and `apiKey` in its configuration.');
      return;
    }
    const memory = new Memory({ baseUrl: url, token: apiKey }, api.logger);
    const open = new Map<string, Turn>();

    const beforeTurn = async (event: PromptEvent, context: Context) => {
      if (!isFromUser(context)) return;
      // Runners whose `prompt` repeats earlier turns give the message alone as well.
      const { prompt, currentUserMessage: text = prompt, currentUserMessageId: id } = event;
      const { runId = '', sessionKey, sessionId } = context;
      if (store && text.trim()) {
        const session = sessionId ?? sessionKey ?? 'default';
        open.set(runId, { session, turn: id ?? runId, text, at: new Date().toISOString() });
        if (open.size > MAX_OPEN_TURNS) open.delete(open.keys().next().value!);
      }
      const prependContext = recall ? await memory.recall(text) : '';
      return prependContext === '' ? undefined : { prependContext };
    };
    const afterTurn = async (_event: object, { runId = '' }: Context) => {
      const turn = open.get(runId);
      open.delete(runId);
      if (turn) await memory.keep(turn);
    };
    api.on('before_prompt_build', beforeTurn, { timeoutMs: HOOK_MS });
    api.on('agent_end', afterTurn, { timeoutMs: STORE_HOOK_MS });
  },
};

/** Timers, heartbeats and other sessions have no words of the user. */
function isFromUser({ trigger, inputProvenance }: Context): boolean {
  if (inputProvenance && inputProvenance.kind !== 'external_user') return false;
  return trigger === undefined || trigger === 'user' || trigger === 'manual';
}
