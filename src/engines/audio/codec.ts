/** One message to the samples in it; undefined when the message is not a frame of this codec. */
export type FrameCodec = (frame: Uint8Array) => Int16Array | undefined;
