/** Compiles the messages of every locale into one function per message. */
import { compile } from '@inlang/paraglide-js';
import { fileURLToPath } from 'node:url';

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

export async function makeMessages(): Promise<void> {
  await compile({
    project: path('project.inlang'),
    outdir: path('src/paraglide'),
    // src/shell/locale.ts chooses, in fewer bytes than the runtime would.
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    emitReadme: false,
    emitPrettierIgnore: false,
    emitGitIgnore: false,
    // The console has no server of its own, so the parts for one fall away.
    isServer: 'false',
  });
}
