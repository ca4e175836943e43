/** The requests to a calendar server (CalDAV, RFC 4791), by the pieces of tsdav. */
import {
  createAccount,
  davRequest,
  getBasicAuthHeaders,
  getDAVAttribute,
  propfind,
  syncCollection,
} from 'tsdav';
import type { DAVResponse } from 'tsdav';
import type { OpenConnection } from '../../connections/connection-kind.ts';
import { AnswerTooLarge, beginningOf, Hindered } from '../../connections/service-request.ts';

/** Larger answers would keep the process from other work for seconds, while their XML is read. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Answers that mean something here. Others, such as 401, 429 and 503, end the run. */
const ACCEPTED = [301, 302, 303, 307, 308, 400, 403, 404, 405, 409, 410, 412, 415, 501, 507];

const NAMESPACES = getDAVAttribute(['DAV:', 'urn:ietf:params:xml:ns:caldav'] as never);
const ETAG = { 'd:getetag': {} };

export interface RemoteCalendar {
  url: string;
  name: string;
  holds_events: boolean;
  holds_tasks: boolean;
  /** Changes whenever something in the calendar changes; empty when the server has no such tag. */
  tag: string;
  /** The place for a request of changes; null when the server does not know such requests. */
  token: string | null;
}

export interface Changes {
  /** Tags by the path of the entry. */
  changed: Map<string, string>;
  gone: string[];
  token: string;
  /** True when the server returned only the first part. */
  isMore: boolean;
}

export interface RemoteEntry {
  etag: string;
  text: string;
}

/** The tag of the entry that was written; null when somebody else changed or added it first. */
export type Written = { etag: string | null } | null;

export type Dav = ReturnType<typeof openDav>;

export function openDav(connection: OpenConnection) {
  const { address, secret, settings } = connection;
  const username = String(settings.user_name ?? '');
  const headers = getBasicAuthHeaders({ username, password: secret }) as Record<string, string>;
  const base = new URL(address);

  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!isOfService(url, base))
      throw new Hindered(`The server points to ${url.origin}. Enter that address if you trust it.`);
    const { method = 'GET', body } = init;
    const { status, headers, ...answer } = await connection.ask({
      method,
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === 'string' && { body }),
      accepts: ACCEPTED,
      maxBytes: MAX_BYTES,
    });
    const text = answer.body.toString();
    const isList = method === 'PROPFIND' || method === 'REPORT';
    if (isList && status >= 200 && status < 300 && !isMultistatus(text)) {
      throw new Hindered(
        `The server did not answer with a calendar, but with “${beginningOf(text)}”.`,
      );
    }
    const shown = { 'content-type': 'application/xml', ...flat(headers) };
    return new Response(NO_BODY.includes(status) ? null : text, { status, headers: shown });
  };
  const ask = { headers, fetch: fetch as typeof globalThis.fetch };

  /** Sends a REPORT in the namespace of CalDAV. */
  const report = (url: string, body: Record<string, unknown>, depth: '0' | '1') =>
    davRequest({
      url,
      init: {
        method: 'REPORT',
        namespace: 'c' as never,
        headers: { ...headers, depth },
        body: Object.fromEntries(
          Object.entries(body).map(([name, inside]) => [
            name,
            { _attributes: NAMESPACES, ...(inside as object) },
          ]),
        ),
      },
      fetch: ask.fetch,
    });

  return {
    /** Finds the address under which the user's calendars are. */
    async findHome(): Promise<string> {
      const account = { serverUrl: address, accountType: 'caldav' as const };
      try {
        const { homeUrl } = await createAccount({ account, ...ask });
        return homeUrl!;
      } catch (error) {
        if (error instanceof Error && error.constructor !== Error) throw error;
        throw new Hindered('There is no calendar server at this address.');
      }
    },

    async calendars(home: string): Promise<RemoteCalendar[]> {
      const found = await propfind({ url: home, props: CALENDAR_PROPS, depth: '1', ...ask });
      requireSuccess(found[0]);
      return found.filter(isCalendar).map((one) => calendarOf(one, home));
    },

    /** Returns the changes since a token; null when the server no longer knows the token. */
    async changes({ url }: RemoteCalendar, token: string): Promise<Changes | null> {
      const asked = { url, props: ETAG, syncLevel: 1, syncToken: token, ...ask };
      const found = await syncCollection(asked).catch((error) => {
        if (error instanceof AnswerTooLarge) return [];
        throw error;
      });
      const next = found[0]?.raw?.multistatus?.syncToken;
      if (next === undefined) return null;
      const changes: Changes = { changed: new Map(), gone: [], token: String(next), isMore: false };
      for (const { href, status, props } of found) {
        const path = pathOf(href, url);
        if (path === null) continue;
        if (status === 507) changes.isMore = true;
        else if (status === 404) changes.gone.push(path);
        else if (props?.getetag !== undefined) changes.changed.set(path, textOf(props.getetag));
      }
      return changes;
    },

    /** Returns the tags of the entries with events in a range of time, or with tasks. */
    async list(
      { url }: RemoteCalendar,
      kind: 'VEVENT' | 'VTODO',
      range?: { from: Date; until: Date },
    ): Promise<Map<string, string>> {
      const time = range && {
        'time-range': { _attributes: { start: basic(range.from), end: basic(range.until) } },
      };
      const inner = { _attributes: { name: kind }, ...time };
      const filter = {
        'comp-filter': { _attributes: { name: 'VCALENDAR' }, 'comp-filter': inner },
      };
      const found = await report(url, { 'calendar-query': { 'd:prop': ETAG, filter } }, '1');
      requireSuccess(found[0]);
      return new Map(entriesIn(found, url).map(({ path, props }) => [path, textOf(props.getetag)]));
    },

    /** Returns the entries that are there; null when the calendar itself is gone. */
    async read(
      url: string,
      paths: readonly string[],
    ): Promise<ReadonlyMap<string, RemoteEntry> | null> {
      const body = { 'd:prop': { ...ETAG, 'c:calendar-data': {} }, 'd:href': [...paths] };
      const found = await report(url, { 'calendar-multiget': body }, '1');
      if (found[0]?.props === undefined && found[0]?.status === 404) return null;
      if (found[0]?.props === undefined) requireSuccess(found[0]);
      return new Map(
        entriesIn(found, url).flatMap(({ path, props }) => {
          const text = textOf(props.calendarData);
          return text === '' ? [] : [[path, { etag: textOf(props.getetag), text }]];
        }),
      );
    },

    /** Writes an entry that is not there, or that has this tag. */
    async write(url: URL, text: string, etag: string | null): Promise<Written> {
      const condition = etag === null ? { 'If-None-Match': '*' } : { 'If-Match': etag };
      const type = { 'Content-Type': 'text/calendar; charset=utf-8' };
      const init = { method: 'PUT', body: text, headers: { ...headers, ...type, ...condition } };
      const answer = await fetch(url, init);
      if (answer.status === 412 || answer.status === 404) return null;
      if (!answer.ok) throw new Hindered(`The service answered ${answer.status} to a task.`);
      return { etag: answer.headers.get('etag') };
    },

    /** Deletes an entry unless it was changed. */
    async remove(url: URL, etag: string): Promise<void> {
      await fetch(url, { method: 'DELETE', headers: { ...headers, 'If-Match': etag } });
    },
  };
}

const CALENDAR_PROPS = {
  'd:displayname': {},
  'd:resourcetype': {},
  'cs:getctag': {},
  'd:sync-token': {},
  'c:supported-calendar-component-set': {},
};

const isCalendar = ({ props }: DAVResponse): boolean =>
  Object.keys((props?.resourcetype as object) ?? {}).includes('calendar');

function calendarOf({ href, props }: DAVResponse, home: string): RemoteCalendar {
  const url = new URL(href ?? '', home).href;
  const components = [props?.supportedCalendarComponentSet?.comp ?? []].flat();
  const names = components.map((one) => String(one._attributes?.name).toUpperCase());
  const holds = (name: string) => names.length === 0 || names.includes(name);
  const token = textOf(props?.syncToken);
  return {
    url,
    name: textOf(props?.displayname) || decodeURIComponent(url.split('/').at(-2) ?? url),
    holds_events: holds('VEVENT'),
    holds_tasks: holds('VTODO'),
    tag: textOf(props?.getctag) || token,
    token: token || null,
  };
}

/** The library turns texts that look like numbers into numbers. */
function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return (value as { _cdata?: string } | undefined)?._cdata ?? '';
}

/** Returns the path of an entry; null for the calendar itself. */
function pathOf(href: string | undefined, calendar: string): string | null {
  const path = URL.canParse(href ?? '', calendar) ? new URL(href!, calendar).pathname : null;
  return path === new URL(calendar).pathname ? null : path;
}

function entriesIn(found: readonly DAVResponse[], url: string) {
  return found.flatMap(({ href, props }) => {
    const path = pathOf(href, url);
    return path !== null && props?.getetag !== undefined ? [{ path, props }] : [];
  });
}

function requireSuccess(answer: DAVResponse | undefined): void {
  if (answer && answer.status >= 400) throw new Hindered(`The service answered ${answer.status}.`);
}

/** The password goes to the host of the address only, and to the other hosts of iCloud. */
function isOfService({ protocol, hostname, host }: URL, base: URL): boolean {
  const isApple = [hostname, base.hostname].every((name) => name.endsWith('.icloud.com'));
  return protocol === base.protocol && (host === base.host || isApple);
}

const isMultistatus = (text: string): boolean => /<(?:[\w-]+:)?multistatus[\s>/]/.test(text);
const NO_BODY = [204, 304];

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ['location', 'etag'].includes(name) ? [[name, String(value)]] : [],
    ),
  );

/** `20261224T180000Z` */
const basic = (time: Date): string => `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
