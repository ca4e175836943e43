import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const ENTRY = 'server/index.mjs';
const bridge = readFileSync(new URL('./bridge.js', import.meta.url));

/**
 * Returns the bundle that connects Claude Desktop with one click (`.mcpb`): a zip archive with a
 * manifest and a program. The address and the key are in the manifest, so the person types nothing.
 */
export function desktopBundle({
  endpoint,
  key,
}: {
  endpoint: string;
  key: string;
}): Promise<Buffer> {
  const manifest = {
    manifest_version: '0.3',
    name: 'commonplace',
    display_name: 'Commonplace',
    version: '0.1.0',
    description: `Your memories, conversations, tasks and days at ${new URL(endpoint).host}.`,
    author: { name: 'Commonplace' },
    license: 'Apache-2.0',
    server: {
      type: 'node',
      entry_point: ENTRY,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${ENTRY}`],
        env: { SVC_ENDPOINT: endpoint, SVC_API_KEY: key },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=18.0.0' } },
  };
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json');
  zip.addBuffer(bridge, ENTRY);
  zip.end();
  return buffer(zip.outputStream);
}
