// Shows the OpenAPI document with Scalar. Nothing is loaded from or sent to another host.

// The security policy of the page forbids code in strings, which zod would otherwise try.
globalThis.__zod_globalConfig = { jitless: true };
await import('./viewer.js');

globalThis.Scalar.createApiReference('#reference', {
  url: new URL('../v1/dev/openapi.json', import.meta.url).href,
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  // The document has samples for curl, TypeScript and Python.
  hiddenClients: true,
  persistAuth: true,
  metaData: { title: 'Commonplace API' },
  customCss: `
    .light-mode {
      --scalar-color-accent: #2f6f5e;
      --scalar-background-2: #f4f3ef;
      --scalar-sidebar-background-1: #f4f3ef;
    }
    .dark-mode {
      --scalar-color-accent: #8cc9b4;
    }
  `,
});
