import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { Invalid } from '../../../../core/errors.ts';
import { defineOperation } from '../../../../kit/operation.ts';
import { VERSION } from '../../../../kit/tool.ts';
import { familyOf } from '../../keys/key.ts';
import { canonicalResource } from '../resource.ts';

const ENTRY = 'server/index.mjs';
const bridge = readFileSync(new URL('./bridge.js', import.meta.url));

export function packDesktopBundleOperation(site: () => string) {
  return defineOperation({
    name: 'packDesktopBundle',
    summary: 'Pack the bundle that connects Claude Desktop with one click',
    description:
      'Answers a file `.mcpb` with a small program, the address of the service and your MCP key ' +
      'inside, so that nothing has to be typed. Nothing is stored.',
    scope: null,
    effect: 'read',
    input: z.strictObject({
      key: z
        .string()
        .describe('An MCP key, which the bundle uses.')
        .meta({ examples: [`svc_mcp_${'A'.repeat(43)}`] }),
    }),
    output: z.object({
      file_name: z.string(),
      content_type: z.string(),
      content: z.custom<Readable>(),
    }),
    run: async (_context, { key }) => {
      if (familyOf(key) !== 'mcp') throw new Invalid('This is not an MCP key.');
      return {
        file_name: 'commonplace.mcpb',
        content_type: 'application/octet-stream',
        content: desktopBundle({ endpoint: canonicalResource(site()), key }),
      };
    },
  });
}

/** Returns a zip archive with a manifest, which contains the address and the key, and a program. */
function desktopBundle({ endpoint, key }: { endpoint: string; key: string }): Readable {
  const manifest = {
    manifest_version: '0.3',
    name: 'commonplace',
    display_name: 'Commonplace',
    version: VERSION,
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
  return zip.outputStream as Readable;
}
