/** Decodes one message into samples; undefined when the message is not a frame of this codec. */
export interface FrameCodec {
  (frame: Uint8Array): Int16Array | undefined;
  /** For codecs with a delay: resolves when nearly all sound sent so far has come out. */
  settled?(): Promise<void>;
  /**
   * For codecs with a delay: resolves when all sound has come out; false when some may be missing.
   */
  finish?(): Promise<boolean>;
  close?(): void;
}
