import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import settings from './project.inlang/settings.json' with { type: 'json' };

/** The service behind `npm run dev -w console`. */
const SERVICE = process.env['SVC_API_BASE_URL'] ?? 'http://127.0.0.1:8080';

/** An operation of the client: `name: ['GET', '/v1/path', 'json', ['query']],`. */
const ENTRY = /^  (\w+): \[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\],\n/gm;

/**
 * Omits the operations of developer keys and assistants. A browser cannot call such operations,
 * because its session has other routes.
 */
const leanClient: Plugin = {
  name: 'lean-client',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('client/src/operations.ts')) return null;
    const [types, table] = code.split('export const OPERATIONS = ');
    const closed = /'\/v1\/(?:dev\/user|mcp)\/(?!keys|oauth|activity|desktop)/;
    const lean = table!.replaceAll(ENTRY, (entry) => (closed.test(entry) ? '' : entry));
    return `${types}export const OPERATIONS = ${lean}`;
  },
};

/** Omits the operations that no page names. A page in development may begin to name one. */
const usedClient: Plugin = {
  name: 'used-client',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('client/src/operations.ts')) return null;
    const pages = globSync('src/**/*.{ts,tsx}', { cwd: import.meta.dirname })
      .filter((path) => !path.startsWith('src/paraglide/'))
      .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'));
    const words = new Set(pages.join('\n').match(/\w+/g));
    const [types, table] = code.split('export const OPERATIONS = ');
    const used = table!.replaceAll(ENTRY, (entry, name: string) => (words.has(name) ? entry : ''));
    return `${types}export const OPERATIONS = ${used}`;
  },
};

/**
 * Replaces two libraries of the uploads by what every browser has: addresses, and base64 for the
 * name of a file.
 */
const BROWSER_HAS: Record<string, string> = {
  'url-parse': `export default function (link, base) {
    return new URL(link, new URL(base, location.href));
  };`,
  'js-base64': `export const Base64 = {
    encode: (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text))),
  };`,
};
const leanUploads: Plugin = {
  name: 'lean-uploads',
  enforce: 'pre',
  resolveId: (id) => (id in BROWSER_HAS ? `\0${id}` : null),
  load: (id) => BROWSER_HAS[id.slice(1)] ?? null,
};

/** Replaces the runtime of the texts, which can do far more than choose between the locales. */
const leanRuntime: Plugin = {
  name: 'lean-runtime',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('paraglide/runtime.js')) return null;
    return `
      export const locales = ${JSON.stringify(settings.locales)};
      export const experimentalStaticLocale = undefined;
      let locale = ${JSON.stringify(settings.baseLocale)};
      export const getLocale = () => locale;
      export const overwriteGetLocale = (choose) => { locale = choose(); };`;
  },
};

/**
 * Writes a text as one function that chooses the locale. The compiler makes a function for each
 * locale and one that calls them with options.
 */
const leanTexts: Plugin = {
  name: 'lean-texts',
  enforce: 'pre',
  transform(code, id) {
    const name = /\/paraglide\/messages\/(\w+)\.js$/.exec(id)?.[1];
    if (name === undefined || name === '_index') return null;
    const [base, ...others] = [settings.baseLocale, ...settings.locales]
      .filter((locale, place, all) => all.indexOf(locale) === place)
      .map((locale) => ({ locale, text: textIn(code, `${locale}_${name}`) }));
    if ([base!, ...others].some(({ text }) => text === undefined)) {
      return code.replace(
        'experimentalStaticLocale ?? options.locale ?? getLocale()',
        'getLocale()',
      );
    }
    const chosen = others.map(({ locale, text }) => `getLocale() === '${locale}' ? ${text} : `);
    // A text with fields is never called without them.
    const texts = `${chosen.join('')}${base!.text}`.replaceAll('i?.', 'i.');
    return `import { getLocale } from '../runtime.js';
      export const ${name} = (i) => ${texts};`;
  },
};

/** Returns the template of a text, or the choice between its two; undefined for a text of another form. */
function textIn(code: string, name: string): string | undefined {
  const [, body = ''] = new RegExp(`const ${name} = [^\n]*=> \\{\n?([^]*?)\n\\};`).exec(code) ?? [];
  const texts = [
    ...body.matchAll(/return \/\*\* @type \{LocalizedString\} \*\/ \((`[^]*?`)\)(?:;|$)/g),
  ];
  const [first, second] = texts.map(([, text]) => text);
  const [, field] = /registry\.plural\("(?:en|de)", i\?\.(\w+), \{\}\)/.exec(body) ?? [];
  if (field === undefined) return body.startsWith('\treturn') ? first : undefined;
  // The singular of both languages is for 1 alone.
  const hasTwo = /=== "one"\)[^]*=== "other"\)/.test(body) && texts.length === 2;
  return hasTwo ? `(i.${field} == 1 ? ${first} : ${second})` : undefined;
}

/**
 * Lets the router draw the outline of a page that is still loading. It would suspend the page for
 * React, but Preact may lose a page that is suspended more than once.
 */
const drawnWhilePending: Plugin = {
  name: 'drawn-while-pending',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('react-router/dist/esm/Match.js')) return null;
    const suspends = 'if (router._tx) throw router._tx[5];';
    if (!code.includes(suspends)) throw new Error('The router suspends a page in another way now.');
    return code.replace(suspends, '');
  },
};

type Modules = { getModuleInfo: (id: string) => { importedIds: string[] } | null };

/** Collects a file and all files that it imports, except those that are left out. */
function closure(file: string, modules: Modules, leftOut: ReadonlySet<string> = new Set()) {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id) || leftOut.has(id)) return;
    found.add(id);
    for (const each of modules.getModuleInfo(id)?.importedIds ?? []) visit(each);
  };
  visit(join(import.meta.dirname, file));
  return found;
}

let parts: ReadonlySet<string> | undefined;

/** Returns the name of the file of the parts of the first page, which other pages share. */
function nameOfPart(id: string, modules: Modules): string | null {
  parts ??= closure('src/day/page.tsx', modules, closure('src/main.tsx', modules));
  return parts.has(id) ? 'parts' : null;
}

const TEXT = /\/paraglide\/messages\/(\w+)\.js$/;
let textsOf: { shell: ReadonlySet<string>; firstPage: ReadonlySet<string> } | undefined;

/** Returns the names of the texts that a file and all files that it imports say. */
function textsSaid(file: string, modules: Modules): ReadonlySet<string> {
  const sources = [...closure(file, modules)].filter((each) =>
    /\/console\/src\/(?!paraglide).*\.tsx?$/.test(each),
  );
  return new Set(
    sources.flatMap((each) => readFileSync(each, 'utf8').match(/(?<=\bm\.)\w+/g) ?? []),
  );
}

/** Returns the name of the file of the texts that several pages say, unless the shell says them. */
function nameOfTexts(id: string, modules: Modules): string | null {
  const text = TEXT.exec(id)?.[1];
  if (text === undefined) return null;
  textsOf ??= {
    shell: textsSaid('src/main.tsx', modules),
    firstPage: textsSaid('src/day/page.tsx', modules),
  };
  if (textsOf.shell.has(text)) return null;
  return textsOf.firstPage.has(text) ? 'first-texts' : 'texts';
}

export default defineConfig({
  root: import.meta.dirname,
  // A proxy may give the service a path of a site.
  base: './',
  plugins: [
    leanClient,
    usedClient,
    leanUploads,
    leanRuntime,
    leanTexts,
    drawnWhilePending,
    react(),
    tailwind(),
  ],
  // The typed client reads its settings from the environment, which a browser does not have.
  define: { 'process.env': '{}' },
  resolve: {
    alias: [
      // The pages are written with React's interface. Preact offers the same in a quarter of the bytes.
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      // React has had the hook since version 18, so the copy for older versions is omitted.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    target: ['chrome123', 'firefox121', 'safari17.5'],
    manifest: true,
    // The policy of the console allows only images of the service.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    // The shell names every file, and no other code reads the names, so short names save its space.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        // Parts that many pages share are one file, because each file costs a slow machine time.
        codeSplitting: {
          groups: [
            {
              debugName: 'parts',
              name: nameOfPart,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              debugName: 'texts',
              name: nameOfTexts,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '^/(v\\d|docs|connect|connections)': {
        target: SERVICE,
        changeOrigin: true,
        ws: true,
        headers: { Origin: SERVICE },
      },
    },
  },
});
