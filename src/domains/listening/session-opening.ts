import { NoRoom, Unavailable } from '../../core/errors.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { Translator } from '../../engines/understanding/translator.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { getMe } from '../accounts/accounts.ts';
import type { ListenQuery } from '../devices/message.ts';
import { KnownNames } from '../vocabulary/known-names.ts';
import type { SoundStore } from '../late-words/sound-buffer.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { LiveSessions } from './live-sessions.ts';
import { ListeningSession } from './session.ts';
import type { AudioListener, SessionParts } from './session-parts.ts';

/** The running parts that all sessions of the process share. */
export interface Listening {
  recogniser: Recogniser;
  /** Detects speech without transcribing it. */
  vadOnly: Recogniser;
  sessions: LiveSessions;
  /** Returns whether the disk has space for sound that is not transcribed yet. */
  hasRoom(): boolean;
  audioListener?: AudioListener;
  describesPhotos?: boolean;
  voices?: VoicePrinter;
  translator?: Translator | undefined;
  /** Returns whether the user wants the sound kept. */
  keepsAudio(context: Context): Promise<boolean>;
  quotas: Quotas;
  kept?: SoundStore;
}

/** The client's side of a session: it sends the sound and receives the messages. */
export interface ListeningClient extends Pick<SessionParts, 'send' | 'hangUp'> {
  options: ListenQuery;
  /** Overrides whether the sound is kept. */
  keepsAudio?: boolean;
}

/** Returns why no session can be opened at the moment, or null. */
export function refusalOfLoad({ sessions, hasRoom }: Listening): Unavailable | NoRoom | null {
  if (sessions.load.isFull) {
    return new Unavailable('the service is overloaded; try again later');
  }
  return hasRoom() ? null : new NoRoom('the disk of the service is nearly full');
}

/**
 * Opens a live session. The caller adds the session to the open sessions if its client is still
 * connected. Throws `Unavailable`, `NoRoom`, `RateLimited` or `UnsupportedAudio`.
 */
export async function openSession(
  context: Context,
  listening: Listening,
  { options, keepsAudio, ...client }: ListeningClient,
): Promise<ListeningSession> {
  const refusal = refusalOfLoad(listening);
  if (refusal) throw refusal;
  await listening.quotas.requireListening(context);
  const { sessions } = listening;
  const { name } = await getMe(context, {});
  const { stream_id } = options;
  if (stream_id !== undefined) await sessions.passOn(userOf(context), stream_id);
  return ListeningSession.open({
    ...listening,
    ...client,
    context,
    options,
    load: sessions.load,
    said: sessions.said,
    stopping: sessions.stopping,
    keepsAudio: keepsAudio ?? (await listening.keepsAudio(context)),
    userName: name,
    names: await KnownNames.read(context),
  });
}
