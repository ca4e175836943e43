import { qualityIn } from '../../engines/recognition/recogniser.ts';
import type { Recogniser, RecogniserState } from '../../engines/recognition/recogniser.ts';
import type { ServerMessage } from '../devices/message.ts';

type Status = Extract<ServerMessage, { type: 'service_status' }>;

/** Sends a client the status of its session: the start, the recogniser in use and failures. */
export class SessionStatus {
  readonly #send: (message: ServerMessage) => void;

  constructor(send: (message: ServerMessage) => void) {
    this.#send = send;
  }

  starting(): void {
    this.#tell({ status: 'initiating', status_text: 'Starting' });
  }

  startingRecogniser(): void {
    this.#tell({ status: 'stt_initiating', status_text: 'Starting the recogniser' });
  }

  /** Without a recogniser, the client itself makes the words. */
  ready(recogniser: Recogniser | null, language: string): void {
    const by = recogniser
      ? { provider: recogniser.name, quality: qualityIn(recogniser, language) }
      : { provider: 'client' };
    this.#tell({ status: 'ready', status_text: 'Listening', ...by });
  }

  unknownLanguage(language: string): void {
    this.#tell({
      status: 'stt_failed',
      status_text: `No recogniser of this service supports the language “${language}”: speech is shown as a gap, without words.`,
      reason: 'unknown_language',
      retryable: false,
    });
  }

  failed(detail: string): void {
    this.#tell({
      status: 'stt_failed',
      status_text: 'The recogniser has stopped; the conversation goes on without new words.',
      reason: detail,
      retryable: true,
    });
  }

  diskFull(): void {
    this.#tell({
      status: 'stt_failed',
      status_text: 'The disk of the service is nearly full; connect again later.',
      reason: 'disk_full',
      retryable: true,
    });
  }

  recogniserChanged({ state, detail, by }: RecogniserState): void {
    if (by?.name === 'none') return this.failed(detail);
    const status = state === 'reconnecting' && !by ? 'stt_initiating' : 'ready';
    const heardBy = by ? { provider: by.name, quality: by.quality } : {};
    this.#tell({ status, status_text: detail, ...heardBy });
  }

  #tell(status: Omit<Status, 'type'>): void {
    this.#send({ type: 'service_status', ...status });
  }
}
