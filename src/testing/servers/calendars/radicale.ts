/** Radicale, a calendar server of others, from PyPI. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWith } from '../../docs/python-packages.ts';
import { eventually } from '../../eventually.ts';
import { removeFolder, temporaryFolder } from '../../template.ts';
import { freePort } from '../free-port.ts';

const USER = 'owner';
const PASSWORD = 'p4ssword';
export const NO_RADICALE = 'Python with Radicale is missing, and pip could not install it.';

export interface Radicale extends AsyncDisposable {
  url: string;
  user: string;
  password: string;
  /** Sends a request of the user to a path under the address. */
  send(
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; etag: string | null }>;
  /** Makes a calendar for these components, and returns its address. */
  add(name: string, components: readonly string[]): Promise<string>;
}

/** Starts Radicale; returns null when it cannot be installed. */
export async function startRadicale(): Promise<Radicale | null> {
  const python = pythonWith(['radicale==3.9.0']);
  if (!python) return null;
  const folder = temporaryFolder();
  const users = join(folder, 'users');
  writeFileSync(users, `${USER}:${PASSWORD}\n`);
  const config = join(folder, 'config');
  const port = await freePort();
  writeFileSync(
    config,
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${users}\n` +
      `htpasswd_encryption = plain\ndelay = 0\n[storage]\nfilesystem_folder = ${folder}/data\n`,
  );
  const child = spawn(python, ['-m', 'radicale', '-C', config], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const send: Radicale['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { authorization, ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') };
  };
  await eventually('the start of Radicale', async () => {
    const answer = await send('PROPFIND', `/${USER}/`).catch(() => null);
    return answer !== null && answer.status < 400;
  });
  return {
    url,
    user: USER,
    password: PASSWORD,
    send,
    async add(name, components) {
      const set = components.map((one) => `<C:comp name="${one}"/>`).join('');
      const path = `/${USER}/${name}/`;
      const { status } = await send(
        'MKCALENDAR',
        path,
        `<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop>
        <displayname>${name}</displayname>
        <C:supported-calendar-component-set>${set}</C:supported-calendar-component-set>
        </prop></set></C:mkcalendar>`,
      );
      if (status !== 201) throw new Error(`MKCALENDAR answered ${status}.`);
      return new URL(path, url).href;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await new Promise((resolve) => void child.once('exit', resolve));
      removeFolder(folder);
    },
  };
}
