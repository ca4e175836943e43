/**
 * Returns a fast Fourier transform for real samples of one power-of-two size, with squared
 * magnitudes as output.
 */
export function openPowerSpectrum(size: number): (samples: Float64Array) => Float64Array {
  const cosines = Float64Array.from({ length: size / 2 }, (_, k) =>
    Math.cos((2 * Math.PI * k) / size),
  );
  const sines = Float64Array.from({ length: size / 2 }, (_, k) =>
    Math.sin((2 * Math.PI * k) / size),
  );
  const bits = Math.log2(size);
  const reversed = Uint16Array.from({ length: size }, (_, index) => {
    let [from, to] = [index, 0];
    for (let bit = 0; bit < bits; bit += 1) [from, to] = [from >> 1, (to << 1) | (from & 1)];
    return to;
  });
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const power = new Float64Array(size / 2 + 1);

  return (samples) => {
    for (let index = 0; index < size; index += 1) re[index] = samples[reversed[index]!] ?? 0;
    im.fill(0);
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k += 1) {
          const [a, b] = [start + k, start + k + half];
          const [cosine, sine] = [cosines[k * stride]!, sines[k * stride]!];
          const real = re[b]! * cosine + im[b]! * sine;
          const imaginary = im[b]! * cosine - re[b]! * sine;
          re[b] = re[a]! - real;
          im[b] = im[a]! - imaginary;
          re[a] = re[a]! + real;
          im[a] = im[a]! + imaginary;
        }
      }
    }
    for (let bin = 0; bin <= size / 2; bin += 1) power[bin] = re[bin]! ** 2 + im[bin]! ** 2;
    return power;
  };
}
