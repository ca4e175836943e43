/** Turns a voice into a vector; vectors of one person are close together. */
export interface VoiceEncoder {
  /** Name of the model, because vectors of different models are never compared. */
  name: string;
  dimensions: number;
  /** Takes 16 kHz mono and returns a vector of length 1. Throws when there is too little sound. */
  embed(pcm: Int16Array): Promise<Float32Array>;
}
