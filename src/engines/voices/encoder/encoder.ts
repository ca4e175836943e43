/** Converts a voice to a vector; vectors of the same person are close together. */
export interface VoiceEncoder {
  /** The name of the model, because vectors of different models are never compared. */
  name: string;
  dimensions: number;
  /** Takes 16 kHz mono and returns a vector of length 1. Throws when there is not enough sound. */
  embed(pcm: Int16Array): Promise<Float32Array>;
}
