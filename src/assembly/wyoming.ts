/** The Wyoming protocol, if the operator has chosen a port for it. */
import { listenError } from './listen.ts';
import type { Below } from './rooms.ts';

export async function startWyoming({ start, storage, engines }: Below): Promise<void> {
  const { config, stack, replaced } = start;
  const { host, port, account } = config.wyoming;
  if (port === undefined) return;
  const wyoming = await import('../transports/wyoming/wyoming.ts');
  try {
    stack.use(
      await wyoming.openWyoming(
        { host, port },
        {
          parts: storage.parts,
          recogniser: engines.recogniser,
          account,
          pauseMs: replaced.wyomingPauseMs,
        },
      ),
    );
  } catch (cause) {
    throw listenError(cause, { host, port, settings: ['SVC_WYOMING_HOST', 'SVC_WYOMING_PORT'] });
  }
}
