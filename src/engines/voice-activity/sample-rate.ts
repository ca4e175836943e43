/** All sound inside the server is mono signed 16-bit PCM at this rate. */
export const SAMPLE_RATE = 16_000;
