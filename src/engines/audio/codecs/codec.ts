/** Decodes one message; returns undefined when it is not a frame of this codec. */
export interface FrameCodec {
  (frame: Uint8Array): Int16Array | undefined;
  /** For codecs with a delay: resolves when nearly all the sound so far is decoded. */
  settled?(): Promise<void>;
  /**
   * For codecs with a delay: resolves with true when all sound is decoded, and with false when some
   * may be missing.
   */
  finish?(): Promise<boolean>;
  close?(): void;
}
