import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import type { Context, Parts } from '../../kit/context.ts';
import type { WaitingFiles } from '../../storage/waiting/waiting-files.ts';

export interface CatchUpParts {
  parts: Parts;
  recogniser: Recogniser;
  /** Computes voiceprints, which distinguish voices. */
  voices: VoicePrinter;
  /** The folder of all journals. */
  root: string;
  /** Copies the journals; null when they are only on this disk. */
  waiting: WaitingFiles | null;
  /** Returns whether live sessions are waiting for the recogniser. */
  isBusy: () => boolean;
  /** Returns whether the user wants the sound kept. `keepDays` limits the number of days. */
  keepsAudio(context: Context): Promise<boolean>;
  keepDays: number;
}
