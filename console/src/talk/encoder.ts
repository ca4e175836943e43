/** Turns samples into messages for the service: Opus where the browser can, else plain samples. */

/** The parameters of the socket, and the length of a message. */
export interface Format {
  codec: string;
  sample_rate: number;
  seconds: number;
}

export interface Encoder {
  format: Format;
  /** Takes 100 ms of sound. */
  write: (samples: Float32Array) => void;
  /** Resolves when everything that was written has become a message. */
  flush: () => Promise<void>;
}

type OnPacket = (packet: Uint8Array<ArrayBuffer>) => void;

export async function openEncoder(sampleRate: number, onPacket: OnPacket): Promise<Encoder> {
  return (await openOpus(sampleRate, onPacket)) ?? plainSamples(sampleRate, onPacket);
}

const MICROSECONDS = 1_000_000;
const OPUS_SECONDS = 0.02;
const OPUS_BITRATE = 32_000;

/** Returns null when the browser cannot encode Opus at this rate. */
async function openOpus(sampleRate: number, onPacket: OnPacket): Promise<Encoder | null> {
  if (sampleRate !== 16_000 || !('AudioEncoder' in globalThis)) return null;
  const config: AudioEncoderConfig = {
    codec: 'opus',
    sampleRate,
    numberOfChannels: 1,
    bitrate: OPUS_BITRATE,
    opus: { frameDuration: OPUS_SECONDS * MICROSECONDS },
  };
  const { supported } = await AudioEncoder.isConfigSupported(config).catch(() => ({
    supported: false,
  }));
  if (!supported) return null;
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const packet = new Uint8Array(chunk.byteLength);
      chunk.copyTo(packet);
      onPacket(packet);
    },
    error: (error) => reportError(error),
  });
  encoder.configure(config);
  let timestamp = 0;
  return {
    format: { codec: 'opus_fs320', sample_rate: sampleRate, seconds: OPUS_SECONDS },
    write: (samples) => {
      const data = new AudioData({
        format: 'f32',
        sampleRate,
        numberOfFrames: samples.length,
        numberOfChannels: 1,
        timestamp,
        data: samples as Float32Array<ArrayBuffer>,
      });
      timestamp += (samples.length / sampleRate) * MICROSECONDS;
      encoder.encode(data);
      data.close();
    },
    flush: async () => {
      if (encoder.state !== 'configured') return;
      await encoder.flush();
      encoder.close();
    },
  };
}

function plainSamples(sampleRate: number, onPacket: OnPacket): Encoder {
  return {
    format: { codec: 'pcm16', sample_rate: sampleRate, seconds: 0.1 },
    write: (samples) => {
      const pcm = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
      onPacket(new Uint8Array(pcm.buffer));
    },
    flush: async () => {},
  };
}
