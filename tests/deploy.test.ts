/** The files in deploy/ are valid, and use settings and addresses that exist. */
// One database: it does not matter for files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../src/config.ts';

type Json = Record<string, never> & { [name: string]: Json };
const text = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** Settings of the image (deploy/Containerfile). */
const OF_IMAGE = { HOST: '0.0.0.0', PORT: '8080', SVC_DATA_DIR: '/data' };

/** Replaces `${NAME:-default}` and `${NAME:?reason}` as compose does. */
function interpolated(environment: Record<string, string>): Record<string, string> {
  const values = Object.entries(environment).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{\w+:([-?])([^}]*)\}/g, (_all, kind, given) =>
      kind === '-' ? String(given) : 'a value of at least thirty-two letters',
    ),
  ]);
  return Object.fromEntries(values) as Record<string, string>;
}

test('every YAML file is valid', () => {
  const files = globSync('{deploy,.github}/**/*.{yaml,yml}');
  assert.ok(files.length >= 5);
  for (const file of files) {
    const documents = parseAllDocuments(readFileSync(file, 'utf8'), {
      strict: true,
      uniqueKeys: true,
    });
    for (const { errors, warnings } of documents as { errors: unknown[]; warnings: unknown[] }[]) {
      assert.deepEqual([errors, warnings], [[], []], file);
    }
  }
});

test('compose files start the image with valid settings and one volume', () => {
  const plain = parse(text('compose.yaml')) as Json;
  const environment = plain['services']!['commonplace']!['environment'] as unknown as Record<
    string,
    string
  >;
  const config = readConfig({ ...OF_IMAGE, ...interpolated(environment) });
  assert.deepEqual([config.server.host, config.storage.dataDir], ['0.0.0.0', '/data']);
  const postgres = parse(text('compose.postgres.yaml')) as Json;
  const more = postgres['services']!['commonplace']!['environment'] as unknown as Record<
    string,
    string
  >;
  const both = readConfig({ ...OF_IMAGE, ...interpolated({ ...environment, ...more }) });
  assert.match(both.storage.databaseUrl!, /^postgres:\/\/commonplace:.*@postgres\/commonplace$/);
  assert.ok('postgres' in postgres['services']!);
});

test('the files for several processes give each of them valid settings, and one store', () => {
  const { services } = parse(text('compose.many.yaml'), { merge: true }) as Json;
  const ofCompose = ['one', 'two'].map(
    (name) => services![name]!['environment'] as unknown as Record<string, string>,
  );
  const [workload] = parseAllDocuments(text('kubernetes.many.yaml')) as unknown as {
    toJS(): {
      spec: {
        template: {
          spec: {
            containers: { env: { name: string; value: string }[]; envFrom: object[] }[];
            volumes: { name: string; emptyDir?: object }[];
          };
        };
      };
    };
  }[];
  const { template } = workload!.toJS().spec;
  const [container] = template.spec.containers;
  assert.ok(template.spec.volumes.find(({ name }) => name === 'data')!.emptyDir);
  const secret = {
    DATABASE_URL: 'postgres://commonplace:password@postgres/commonplace',
    SVC_SECRET: 'a value of at least thirty-two letters',
    AWS_ACCESS_KEY_ID: 'commonplace',
    AWS_SECRET_ACCESS_KEY: 'a value of at least thirty-two letters',
  };
  const ofKubernetes = Object.fromEntries(container!.env.map(({ name, value }) => [name, value]));
  for (const environment of [...ofCompose, { ...secret, ...ofKubernetes }]) {
    const config = readConfig({ ...OF_IMAGE, ...interpolated(environment) });
    assert.match(config.storage.databaseUrl!, /^postgres:/);
    assert.ok(environment['SVC_FILES']!.startsWith('s3://'));
  }
});

test('the apps of the stores start the image with valid settings and keep its data', () => {
  for (const file of ['stores/umbrel/docker-compose.yml', 'stores/casaos/docker-compose.yml']) {
    const { services } = parse(text(file)) as { services: Record<string, Json> };
    const service = services['web'] ?? services['commonplace'];
    assert.equal(service!['image'] as unknown, 'localhost/commonplace');
    const environment = service!['environment'] as unknown as Record<string, string>;
    const given = Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace('${APP_PASSWORD}', 'f'.repeat(64))
        .replace('${DEVICE_DOMAIN_NAME}', 'umbrel.local'),
    ]);
    readConfig({ ...OF_IMAGE, ...(Object.fromEntries(given) as Record<string, string>) });
    assert.match(JSON.stringify(service!['volumes']), /\/data/);
  }
});

test('the Kubernetes manifests name probes, ports and volumes that exist', () => {
  const documents = parseAllDocuments(text('kubernetes.yaml')).map((document) =>
    (document as { toJS(): Json }).toJS(),
  );
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    ['PersistentVolumeClaim', 'Deployment', 'Service'],
  );
  const [claim, deployment, service] = documents as unknown as [
    { metadata: { name: string } },
    {
      spec: {
        template: {
          metadata: { labels: object };
          spec: {
            volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
            containers: {
              env: { name: string; value: string }[];
              ports: { name: string; containerPort: number }[];
              volumeMounts: { name: string }[];
              [probe: string]: unknown;
            }[];
          };
        };
        selector: { matchLabels: object };
      };
    },
    { spec: { selector: object; ports: { targetPort: string }[] } },
  ];
  const { template, selector } = deployment.spec;
  const [container] = template.spec.containers;
  readConfig({
    ...OF_IMAGE,
    ...Object.fromEntries(container!.env.map(({ name, value }) => [name, value])),
  });
  assert.deepEqual(container!.ports, [{ name: 'http', containerPort: 8080 }]);
  assert.equal(service.spec.ports[0]!.targetPort, 'http');
  assert.deepEqual(
    [service.spec.selector, selector.matchLabels],
    [template.metadata.labels, template.metadata.labels],
  );
  const volumes = template.spec.volumes.map(({ name }) => name);
  assert.deepEqual(
    container!.volumeMounts.map(({ name }) => name),
    volumes,
  );
  assert.equal(template.spec.volumes[0]!.persistentVolumeClaim!.claimName, claim.metadata.name);
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
    (probe) => (container![probe] as { httpGet: { path: string } }).httpGet.path,
  );
  assert.deepEqual(probes, ['/healthz', '/healthz', '/readyz']);
});

test('the systemd unit is valid', { skip: has('systemd-analyze') ? false : 'no systemd' }, () => {
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', 'deploy/commonplace.service'],
    { encoding: 'utf8' },
  );
  assert.deepEqual([status, stderr], [0, '']);
  const environment = [...text('commonplace.service').matchAll(/^Environment=(\w+)=(.*)$/gm)];
  readConfig(Object.fromEntries(environment.map(([, name, value]) => [name!, value!])));
});

for (const name of ['nginx.conf', 'nginx.many.conf']) {
  test(`${name} passes sockets, event streams and the address of the caller`, () => {
    const nginx = text(name).replaceAll(/#.*/g, '');
    for (const line of [
      'proxy_set_header Upgrade $http_upgrade;',
      'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
      'proxy_buffering off;',
      'proxy_request_buffering off;',
      'client_max_body_size 0;',
    ]) {
      assert.ok(nginx.includes(line), line);
    }
    const count = (character: string) => nginx.split(character).length;
    assert.equal(count('{'), count('}'));
  });
}

test('Caddy passes event streams at once', () => {
  assert.match(
    text('Caddyfile'),
    /respond \/metrics 404\n\treverse_proxy 127\.0\.0\.1:8080 \{\n.*\n\t\tflush_interval -1/,
  );
});
