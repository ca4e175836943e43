/** Writes the image of the service for both architectures, as archives of the Open Container Initiative. */
import { cpSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ImageEngine } from '../image/engine.ts';

const BASE = 'localhost/base:release';
const ARCHITECTURES = [
  { name: 'amd64', node: 'x64' },
  { name: 'arm64', node: 'arm64' },
];

interface Release {
  /** The folder of the sources. */
  folder: string;
  out: string;
  version: string;
}

/** The images contain the packages that are in `out` already. */
export function writeImages({ folder, out, version }: Release): void {
  using engine = new ImageEngine();
  engine.importBase(BASE, process.versions.node);
  const packages = join(engine.folder, 'made');
  mkdirSync(join(packages, 'packages'), { recursive: true });
  for (const file of globSync('npm/commonplace-{weights-*,[0-9]*}.tgz', { cwd: out })) {
    cpSync(join(out, file), join(packages, 'packages', file.slice('npm/'.length)));
  }
  mkdirSync(join(out, 'images'));
  for (const { name, node } of ARCHITECTURES) {
    const tag = `localhost/commonplace:${version}-${name}`;
    const nodeImage = `localhost/node:${name}`;
    engine.importNode(nodeImage, process.versions.node, { name, node });
    engine.build({
      context: folder,
      base: BASE,
      tag,
      platform: `linux/${name}`,
      node: nodeImage,
      packages,
    });
    engine.save(
      tag,
      `localhost/commonplace:${version}`,
      join(out, 'images', `commonplace-${version}-${name}.oci.tar`),
    );
  }
}
