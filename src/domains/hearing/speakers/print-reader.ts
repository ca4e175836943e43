import type { Log } from '../../../core/log.ts';
import { SAMPLE_RATE } from '../../../engines/voice-activity/sample-rate.ts';
import type { VoicePrint, VoicePrinter } from '../../../engines/voices/print.ts';

/** The maximum time that words wait for their speaker. */
const PATIENCE_MS = 2_000;

export class PrintReader {
  readonly #printer: VoicePrinter;
  readonly #log: Log;

  constructor(printer: VoicePrinter, log: Log) {
    this.#printer = printer;
    this.#log = log;
  }

  /**
   * Returns null when the sound is too short or the voice cannot be processed. The words then
   * continue without a speaker.
   */
  async read(pcm: Int16Array): Promise<VoicePrint | null> {
    if (pcm.length < this.#printer.minSeconds * SAMPLE_RATE) return null;
    const late = Promise.withResolvers<never>();
    const patience = setTimeout(
      () => late.reject(new Error('The voice check takes too long.')),
      PATIENCE_MS,
    );
    try {
      return await Promise.race([this.#printer.read(pcm), late.promise]);
    } catch (error) {
      this.#log.warn({ err: error }, 'a voice could not be read');
      return null;
    } finally {
      clearTimeout(patience);
    }
  }
}
