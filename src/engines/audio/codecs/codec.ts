/** Decodes one message; returns undefined when it is not a frame of this codec. */
export interface FrameCodec {
  (frame: Uint8Array): Int16Array | undefined;
  /** For codecs with a delay: resolves when nearly all sound so far is decoded. */
  settled?(): Promise<void>;
  /**
   * For codecs with a delay: resolves when all sound is decoded; false when some may be missing.
   */
  finish?(): Promise<boolean>;
  close?(): void;
}
