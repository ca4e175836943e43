// Long: each service is a process.
/** Tests that SIGTERM ends the service within 15 seconds and with exit code 0, whatever clients do. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import { RawConnection } from '../../src/testing/clients/raw-connection.ts';
import { spawnService } from '../../src/testing/service-process.ts';
import type { ServiceProcess } from '../../src/testing/service-process.ts';
import { OWNER } from '../../src/testing/start-service.ts';
import { copyTemplate, removeFolder } from '../../src/testing/template.ts';

interface Scene {
  service: ServiceProcess;
  owner: ApiUser;
  /** The key of a program. */
  key: string;
}

/** Makes lists of 100 KB, which fill the buffers of connections that nobody reads. */
async function fill(owner: ApiUser): Promise<void> {
  const writer = await owner.key(['memories:write']);
  for (let batch = 0; batch < 8; batch += 1) {
    const memories = Array.from({ length: 25 }, (_, number) => ({
      content: `Fact ${batch * 25 + number} about the garden. ${'It is green. '.repeat(30)}`,
    }));
    const { status } = await writer.call('POST', '/v1/dev/user/memories/batch', { memories });
    assert.equal(status, 200);
  }
}

const authorization = (token: string) => ({ Authorization: `Bearer ${token}` });

/** What clients do when the service is told to stop. */
const scenes: Record<string, (scene: Scene) => Promise<unknown>> = {
  '50 connections of 100 requests each that were sent without waiting': async ({
    service,
    key,
  }) => {
    const list = `GET /v1/dev/user/memories?limit=1000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const connections = await Promise.all(
      Array.from({ length: 50 }, () => RawConnection.open(service.url)),
    );
    for (const { socket } of connections) socket.write(list.repeat(100));
    await Promise.all(connections.map((each) => each.statuses(1)));
  },
  'bodies that do not arrive': ({ service, owner }) =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        RawConnection.send(service.url, 'POST /v3/memories', {
          headers: {
            ...authorization(owner.token),
            'Content-Type': 'application/json',
            'Content-Length': 1000,
          },
          body: '{',
        }),
      ),
    ),
  'clients that do not read their answers': async ({ service, key }) => {
    const list = `GET /v1/dev/user/memories?limit=1000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    for (let count = 0; count < 20; count += 1) {
      const { socket } = await RawConnection.open(service.url);
      socket.pause();
      socket.write(list.repeat(50));
    }
  },
  'streams of events and idle connections': async ({ service, key }) => {
    for (let count = 0; count < 10; count += 1) {
      const headers = authorization(key);
      const raw = await RawConnection.send(service.url, 'GET /v1/dev/user/events', { headers });
      await raw.statuses(1);
      await RawConnection.open(service.url);
      const idle = await RawConnection.send(service.url, 'GET /healthz');
      await idle.statuses(1);
    }
  },
  'sockets that do not answer when they are closed': async ({ service, owner }) => {
    for (let count = 0; count < 10; count += 1) {
      const url = `${service.url.replace('http', 'ws')}/v4/listen?custom_stt=enabled&device_id=d${count}`;
      const socket = new WebSocket(url, { headers: authorization(owner.token) });
      await once(socket, 'open');
      socket.pause();
    }
  },
  'an upload in pieces that has stopped': async ({ service, owner }) => {
    const headers = { ...authorization(owner.token), 'Tus-Resumable': '1.0.0' };
    const begun = await fetch(`${service.url}/v1/conversations/upload`, {
      method: 'POST',
      headers: { ...headers, 'Upload-Length': '1000' },
    });
    const { pathname } = new URL(begun.headers.get('location')!, service.url);
    await RawConnection.send(service.url, `PATCH ${pathname}`, {
      headers: {
        ...headers,
        'Upload-Offset': 0,
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': 1000,
      },
      body: 'x',
    });
  },
};

for (const [name, act] of Object.entries(scenes)) {
  test(`the service ends in time with ${name}`, { timeout: 120_000 }, async () => {
    const folder = copyTemplate();
    try {
      await using service = await spawnService({ folder });
      const owner = await ApiUser.signIn(service.url, OWNER);
      const { key } = await owner.key(['memories:read']);
      await fill(owner);
      await act({ service, owner, key });
      const ended = once(service.child, 'exit');
      const began = performance.now();
      service.child.kill('SIGTERM');
      const [code] = await ended;
      const seconds = (performance.now() - began) / 1_000;
      assert.equal(code, 0, service.output());
      assert.ok(seconds < 15, `${seconds} s`);
    } finally {
      removeFolder(folder);
    }
  });
}
