/** A calendar server (CalDAV) whose faults a test writes. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '../free-port.ts';

interface Entry {
  etag: string;
  text: string;
}

export interface CalendarRequest {
  method: string;
  path: string;
  body: string;
}

export class CalendarServer implements AsyncDisposable {
  readonly url: string;
  readonly requests: CalendarRequest[] = [];
  /** The entries of each calendar, by their paths. */
  readonly calendars = new Map<string, Map<string, Entry>>();
  password = 'secret';
  /** Answers a request in place of the server; returns false to leave it to the server. */
  fault: (request: CalendarRequest, response: ServerResponse) => boolean | Promise<boolean> = () =>
    false;
  /** The paths that changed, in the order of the changes. */
  readonly #changed: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  private constructor(port: number) {
    this.url = `http://127.0.0.1:${port}/`;
  }

  static async start(): Promise<CalendarServer> {
    const port = await freePort();
    const calendar = new CalendarServer(port);
    await new Promise<void>((done) => calendar.#server.listen(port, '127.0.0.1', done));
    return calendar;
  }

  /** Adds a calendar, and returns its address. */
  add(name: string): string {
    this.calendars.set(`/dav/${name}/`, new Map());
    return `${this.url}dav/${name}/`;
  }

  /** Writes an entry; without a text, deletes it. */
  put(name: string, file: string, entry?: string): void {
    const path = `/dav/${name}/${file}`;
    this.#changed.push(path);
    const entries = this.calendars.get(`/dav/${name}/`)!;
    if (entry === undefined) entries.delete(path);
    else entries.set(path, { etag: `"${this.#changed.length}"`, text: entry });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = { method: request.method!, path: request.url!, body: await text(request) };
    this.requests.push(asked);
    if (await this.fault(asked, response)) return;
    const [, given = ''] = (request.headers.authorization ?? '').split(' ');
    if (!Buffer.from(given, 'base64').toString().endsWith(`:${this.password}`)) {
      return void response.writeHead(401).end();
    }
    if (asked.method === 'PUT' || asked.method === 'DELETE') {
      return this.#write(asked, request.headers, response);
    }
    const depth = request.headers.depth;
    const found = asked.method === 'PROPFIND' ? this.#find(asked, depth) : this.#report(asked);
    if (found === null) return void response.writeHead(404).end();
    response.writeHead(207, { 'Content-Type': 'application/xml; charset=utf-8' });
    response.end(
      '<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" ' +
        `xmlns:cs="http://calendarserver.org/ns/">${found}</multistatus>`,
    );
  }

  #write(
    { method, path, body }: CalendarRequest,
    headers: IncomingMessage['headers'],
    response: ServerResponse,
  ): void {
    const [, , name, file] = path.split('/') as [string, string, string, string];
    const there = this.calendars.get(`/dav/${name}/`)?.get(path);
    const isRefused =
      (headers['if-none-match'] === '*' && there) ||
      (headers['if-match'] !== undefined && headers['if-match'] !== there?.etag);
    if (isRefused) return void response.writeHead(412).end();
    this.put(name, file, method === 'PUT' ? body : undefined);
    response.writeHead(204, { ETag: `"${this.#changed.length}"` }).end();
  }

  #find({ path }: CalendarRequest, depth: string | string[] | undefined): string | null {
    if (path === '/.well-known/caldav') return null;
    const home = '<href>/dav/</href>';
    const self =
      `<current-user-principal>${home}</current-user-principal>` +
      `<c:calendar-home-set>${home}</c:calendar-home-set>`;
    const calendars = Array.from(this.calendars.keys(), (calendar) =>
      found(
        calendar,
        `<resourcetype><collection/><c:calendar/></resourcetype>
        <displayname>${calendar.split('/')[2]}</displayname>
        <cs:getctag>${this.#changesIn(calendar).length}</cs:getctag>
        <sync-token>${this.#changed.length}</sync-token>`,
      ),
    );
    return found(path, self) + (depth === '1' ? calendars.join('') : '');
  }

  #changesIn = (calendar: string): string[] =>
    this.#changed.filter((path) => path.startsWith(calendar));

  #report({ path, body }: CalendarRequest): string | null {
    const entries = this.calendars.get(path);
    if (!entries) return null;
    const tag = (one: string) =>
      found(one, `<getetag>${escaped(entries.get(one)!.etag)}</getetag>`);
    if (body.includes('sync-collection')) {
      const since = Number(/<d:sync-token>(\d+)</.exec(body)![1]);
      const changed = new Set(this.#changed.slice(since).filter((one) => one.startsWith(path)));
      const shown = Array.from(changed, (one) => (entries.has(one) ? tag(one) : missing(one)));
      return `${shown.join('')}<sync-token>${this.#changed.length}</sync-token>`;
    }
    if (body.includes('calendar-multiget')) {
      const asked = Array.from(body.matchAll(/<d:href>(.*?)<\/d:href>/g), ([, one]) => one!);
      return asked
        .map((one) => {
          const entry = entries.get(one);
          if (!entry) return missing(one);
          const data = `<c:calendar-data>${escaped(entry.text)}</c:calendar-data>`;
          return found(one, `<getetag>${escaped(entry.etag)}</getetag>${data}`);
        })
        .join('');
    }
    const [, kind] = /comp-filter name="(V(?:EVENT|TODO))"/.exec(body)!;
    const [, start = '', end = '9'] = /start="(\w+)" end="(\w+)"/.exec(body) ?? [];
    return Array.from(entries)
      .filter(
        ([, entry]) => entry.text.includes(`BEGIN:${kind}`) || !entry.text.includes('BEGIN:V'),
      )
      .filter(([, entry]) => {
        const from = /DTSTART[^:]*:(\w+)/.exec(entry.text)?.[1];
        return !from || entry.text.includes('RRULE') || (from >= start && from < end);
      })
      .map(([one]) => tag(one))
      .join('');
  }
}

const found = (path: string, props: string): string =>
  `<response><href>${path}</href><propstat><prop>${props}</prop>` +
  '<status>HTTP/1.1 200 OK</status></propstat></response>';

const missing = (path: string): string =>
  `<response><href>${path}</href><status>HTTP/1.1 404 Not Found</status></response>`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
