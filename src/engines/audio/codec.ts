/** One message to the samples in it; undefined when the message is not a frame of this codec. */
export interface FrameCodec {
  (frame: Uint8Array): Int16Array | undefined;
  /** Of codecs that lag behind: resolves when all that was sent has come out. */
  finish?(): Promise<void>;
  /** Frees what the codec holds. */
  close?(): void;
}
