/** A client of server-sent events, like the one in a browser. */
import type { Json } from './api-user.ts';

export interface ServerSentEvent {
  id: string | null;
  event: string;
  data: Json;
}

export class EventStream implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #events: AsyncGenerator<ServerSentEvent>;
  readonly response: Response;
  /** All ids so far, including those of messages without an event. */
  readonly ids: string[] = [];

  private constructor(response: Response, stop: AbortController) {
    this.response = response;
    this.#stop = stop;
    this.#events = eventsOf(response, this.ids);
  }

  static async open(
    url: string,
    path: string,
    { token, lastEventId }: { token: string; lastEventId?: string },
  ): Promise<EventStream> {
    const stop = new AbortController();
    const headers: Record<string, string> = {
      Authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    };
    const response = await fetch(new URL(path, url), { headers, signal: stop.signal });
    return new EventStream(response, stop);
  }

  /** Returns the next event that matches; null when the stream ends first. */
  async next(
    matches: (event: ServerSentEvent) => boolean = () => true,
  ): Promise<ServerSentEvent | null> {
    for (;;) {
      const { done, value } = await this.#events.next();
      if (done) return null;
      if (matches(value)) return value;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#events.return(undefined).catch(() => {});
  }
}

async function* eventsOf({ body }: Response, ids: string[]): AsyncGenerator<ServerSentEvent> {
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    const records = (text + chunk).split('\n\n');
    text = records.pop()!;
    for (const record of records) {
      const fields = new Map(
        record.split('\n').map((line): [string, string] => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
        }),
      );
      const id = fields.get('id') ?? null;
      if (id !== null) ids.push(id);
      const data = fields.get('data');
      if (data === undefined) continue;
      yield { id, event: fields.get('event')!, data: JSON.parse(data) };
    }
  }
}
