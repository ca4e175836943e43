/** One message to the samples in it; undefined when the message is not a frame of this codec. */
export interface FrameCodec {
  (frame: Uint8Array): Int16Array | undefined;
  /** Of codecs that lag behind: the samples that are still to come, when no frame follows. */
  rest?(): Promise<Int16Array>;
  /** Frees what the codec holds. */
  close?(): void;
}
