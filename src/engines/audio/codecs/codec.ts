/** One message to the samples in it; undefined when the message is not a frame of this codec. */
export interface FrameCodec {
  (frame: Uint8Array): Int16Array | undefined;
  /** Of codecs that lag behind: resolves when nearly all that was sent has come out. */
  settled?(): Promise<void>;
  /** Of codecs that lag behind: resolves when all has come out; false when some of it may not have. */
  finish?(): Promise<boolean>;
  /** Frees what the codec holds. */
  close?(): void;
}
