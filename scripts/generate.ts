/**
 * Writes every generated file: tables, the typed clients, the tools of assistants and parts of the
 * documents. `--check` writes nothing and fails when one of them is out of date.
 */
for (const name of [
  'tables',
  'client',
  'fields',
  'python',
  'tools',
  'docs',
  'weights',
  'licences',
]) {
  try {
    await import(`./generate-${name}.ts`);
  } catch (error) {
    console.error(`scripts/generate-${name}.ts failed:`, error);
    process.exitCode = 1;
  }
}
