/**
 * Runs the official conformance suite through the production endpoint with its guards and
 * credentials.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openAuthorisingProxy } from '../../testing/servers/proxies/authorising-proxy.ts';
import { startService } from '../../testing/start-service.ts';

const SUITE = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/**
 * Checks of the suite that do not apply to this service. The endpoint is stateless. So before
 * 2026-07-28, it cannot ask its client questions or notify it of changes later, and none of our
 * tools does so.
 */
const NOT_OFFERED: Record<string, readonly string[]> = {
  '2025-11-25': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  '2026-07-28': [],
};
/**
 * The suite uses this category for checks that a revision does not require: extensions and later
 * features.
 */
const NOT_SCORED = /^(tasks-|http-custom-header-server-validation)/;
/**
 * The minimum number of checks: the number in the suite when this test was written. Otherwise, a
 * suite without checks would pass.
 */
const AT_LEAST: Record<string, number> = { '2025-11-25': 61, '2026-07-28': 140 };

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

for (const revision of ['2025-11-25', '2026-07-28']) {
  test(`the conformance suite of ${revision} reports no relevant failure`, async () => {
    // Loaded here, because a file that runs alone gets the packages of the service only now, and the
    // library accepts only servers of its own copy.
    const { fixtureServer } = await import('../../testing/mcp/mcp-fixtures.ts');
    await using service = await startService({ mcp: { serverFor: fixtureServer } });
    const { key } = await service.owner.key(['memories.read'], 'mcp');
    await using proxy = await openAuthorisingProxy(service.service.url, key);
    const checks = await run(['server', '--requirements', revision], `${proxy.url}/v1/mcp/sse`);
    const concerning = checks.filter(
      ({ scenario, status }) =>
        status === 'FAILURE' &&
        !NOT_OFFERED[revision]!.includes(scenario) &&
        !NOT_SCORED.test(scenario),
    );
    assert.deepEqual(concerning, []);
    for (const scenario of NOT_OFFERED[revision]!) {
      const failed = checks.some(
        (check) => check.scenario === scenario && check.status === 'FAILURE',
      );
      assert.ok(failed, `${scenario} passes: it is no exception any more`);
    }
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
    assert.ok(passed >= AT_LEAST[revision]!, `only ${passed} checks passed`);
  });
}

/** Returns every check of a run of the suite, with its scenario. */
async function run(
  words: readonly string[],
  url: string,
): Promise<(Check & { scenario: string })[]> {
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-conformance-'));
  try {
    const suite = spawn(process.execPath, [SUITE, ...words, '--url', url, '-o', folder], {
      stdio: 'ignore',
    });
    await once(suite, 'close');
    return readdirSync(folder).flatMap((name) => {
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
      const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[];
      return checks.map((check) => ({ ...check, scenario }));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
