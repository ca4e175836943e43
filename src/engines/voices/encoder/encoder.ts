/** Turns a voice into a vector: recordings of one person lie close together. */
export interface VoiceEncoder {
  /** Name of the model: vectors of different models are never compared. */
  name: string;
  dimensions: number;
  /** `pcm` is 16 kHz mono; gives a vector of length 1. Throws when it holds too little sound. */
  embed(pcm: Int16Array): Promise<Float32Array>;
}
