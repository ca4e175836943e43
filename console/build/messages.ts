/** Compiles the messages of every locale into one function per message. */
import { compile } from '@inlang/paraglide-js';
import { fileURLToPath } from 'node:url';

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

export async function makeMessages(): Promise<void> {
  await compile({
    project: path('project.inlang'),
    outdir: path('src/paraglide'),
    // src/shell/locale.ts chooses the locale, in fewer bytes than the compiler's own runtime.
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    emitReadme: false,
    emitPrettierIgnore: false,
    emitGitIgnore: false,
    // The console has no server, so the parts of the runtime for servers are removed.
    isServer: 'false',
  });
}
