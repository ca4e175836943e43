/** The figures of the service, and the files in deploy/ that read them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'yaml';
import { request } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';

const TOKEN = 'a token of the monitoring';
let service: TestService;
let backups: string;
before(async () => {
  backups = temporaryFolder();
  writeFileSync(join(backups, 'commonplace-2026-01-01T00-00-00Z.tar.gz'), '');
  const environment = { SVC_METRICS_TOKEN: TOKEN, SVC_BACKUP_FOLDER: backups };
  service = await startService({ environment });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  removeFolder(backups);
});

async function scrape(): Promise<string> {
  const answer = await fetch(`${service.service.url}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
  return answer.text();
}

/** The names of all series with the names of their labels. */
function seriesIn(text: string): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  for (const [, name, labels = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? [-+\dNIe.]/gim)) {
    const known = series.get(name!) ?? new Set<string>();
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
    series.set(name!, known);
  }
  return series;
}

interface Expression {
  where: string;
  text: string;
}

function expressions(): Expression[] {
  const read = (name: string) => readFileSync(`deploy/monitoring/${name}`, 'utf8');
  const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const alerts = parse(read('alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { cure: string } }[] }[];
  };
  const rules = alerts.groups.flatMap((group) => group.rules);
  assert.ok(rules.every(({ annotations }) => annotations.cure));
  return [
    ...dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ where: title, text: expr })),
    ),
    ...rules.map(({ alert, expr }) => ({ where: alert, text: expr })),
  ];
}

/** Prometheus itself adds these. */
const OF_PROMETHEUS = { series: ['up'], labels: ['job', 'instance'] };

test('every series and label that the dashboard and the alerts read exists', async () => {
  await service.owner.call('GET', '/v1/dev/user/memories');
  const series = seriesIn(await scrape());
  let seen = 0;
  for (const { where, text } of expressions()) {
    const bare = text.replaceAll(/"[^"]*"/g, '""');
    const names = [...bare.matchAll(/\b((?:commonplace|http|process|nodejs)_\w+|up)\b/g)];
    assert.ok(names.length > 0, where);
    for (const [, name] of names) {
      assert.ok(series.has(name!) || OF_PROMETHEUS.series.includes(name!), `${where}: ${name}`);
      seen += 1;
    }
    const labels = new Set([
      ...OF_PROMETHEUS.labels,
      ...names.flatMap(([, name]) => [...(series.get(name!) ?? [])]),
    ]);
    const used = [
      ...bare.matchAll(/(\w+)(?:=~|!~|!=|=)"/g),
      ...[...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) =>
        list!.split(',').map((each) => ['', each.trim()]),
      ),
    ];
    for (const [, label] of used) assert.ok(labels.has(label!), `${where}: label ${label}`);
  }
  assert.ok(seen > 25);
});

test('requests are counted by the pattern of their route, and without contents', async () => {
  const key = await service.owner.key(['memories:write']);
  const { body } = await key.call('POST', '/v1/dev/user/memories', { content: 'Zanzibar' });
  await key.call('DELETE', `/v1/dev/user/memories/${body.id}`);
  await request(service.service.url, 'GET', '/no/such/Zanzibar');
  const text = await scrape();
  assert.match(
    text,
    /http_request_duration_seconds_count\{method="DELETE",route="\/v1\/dev\/user\/memories\/:\w+",status_code="200"\} 1/,
  );
  assert.match(text, /route="unmatched",status_code="404"\} 1/);
  for (const secret of ['Zanzibar', body.id, service.owner.id, 'owner@example.org', key.key]) {
    assert.ok(!text.includes(secret), secret);
  }
  assert.match(text, /^commonplace_users 1$/m);
  assert.match(text, /^commonplace_database_up 1$/m);
  assert.match(text, /^commonplace_backup_last_success_timestamp_seconds \d+/m);
});

test('without the token there is no answer, and without the setting no address', async () => {
  for (const authorization of [
    '',
    'Bearer wrong',
    `Basic ${TOKEN}`,
    `Bearer ${service.owner.token}`,
  ]) {
    const answer = await fetch(`${service.service.url}/metrics`, { headers: { authorization } });
    assert.equal(answer.status, 401);
    assert.ok(!(await answer.text()).includes('commonplace_'));
  }
  await using plain = await startService();
  const answer = await fetch(`${plain.service.url}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.equal(answer.status, 404);
});
