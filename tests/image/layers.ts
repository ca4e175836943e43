/** Reads the layers of an image from the history that Podman prints. */
interface Layer {
  name: string;
  megabytes: number;
}

/** The layers in their order, by the stage and the folder in the Containerfile. */
const NAMES = ['Debian and ffmpeg', 'Node and npm', 'networks', 'service'];

export function layersOf(history: string): Layer[] {
  const steps = JSON.parse(history) as { size: number; CreatedBy: string }[];
  return steps
    .toReversed()
    .filter(({ size }) => size > 0)
    .map(({ size }, index) => ({ name: NAMES[index] ?? 'more', megabytes: size / 1e6 }));
}
