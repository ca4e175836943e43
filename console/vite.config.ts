import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import settings from './project.inlang/settings.json' with { type: 'json' };

/** The service behind `npm run dev -w console`. */
const SERVICE = process.env['SVC_API_BASE_URL'] ?? 'http://127.0.0.1:8080';

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
    const lean = table!.replaceAll(
      /^  \w+: \{[^}]*?'\/v1\/(?:dev\/user|mcp)\/(?!keys|oauth|activity)[^}]*?(?:\{\w+\}[^}]*?)*\},\n/gm,
      '',
    );
    return `${types}export const OPERATIONS = ${lean}`;
  },
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [leanClient, leanRuntime, react(), tailwind()],
  // The typed client reads its settings from the environment, which a browser does not have.
  define: { 'process.env': '{}' },
  resolve: {
    alias: [
      // React has had the hook since version 18, so the copy for older versions is omitted.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
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
    rolldownOptions: { output: { chunkFileNames: 'assets/[hash:7].js' } },
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
