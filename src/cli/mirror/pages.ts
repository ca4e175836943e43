/** The pages of the mirror: which there are, where they are, and their present texts. */
import { fileName, freePath, pathKey } from './text/names.ts';
import { pageIdOf, pageKindOf, writePage } from './text/page-text.ts';
import type { MirrorPage, PageKey, MirrorPageParts } from './text/page-text.ts';
import type { MirrorParts } from './parts.ts';
import { conversationRecord } from './text/records.ts';
import type { FullConversation, RecordOf } from './text/records.ts';
import { conversationPage, dayPage, factsPage, personPage, tasksPage } from './text/render.ts';
import type { World } from './text/render.ts';

type Talk = { id: string; record: RecordOf['conversation'] };

export class Pages {
  readonly #parts: MirrorParts;
  /** Paths of pages that are not written yet. */
  readonly #planned = new Map<PageKey, string>();
  #groups: ReturnType<Pages['_group']> | null = null;
  /** Conversations that were read with their words, and are not written yet. */
  readonly full = new Map<string, FullConversation>();
  /** Files with the id of a page that the state does not know. */
  readonly found = new Map<PageKey, string>();

  constructor(parts: MirrorParts) {
    this.#parts = parts;
  }

  /** Drops what was computed from records that have changed since. */
  forgetGroups(): void {
    this.#groups = null;
  }

  /** Chooses another path the next time, because another file has this one. */
  forgetPath(key: PageKey): void {
    this.#planned.delete(key);
  }

  exists(key: PageKey): boolean {
    const { records } = this.#parts.state;
    const id = pageIdOf(key);
    switch (pageKindOf(key)) {
      case 'conversation':
        return id in records.conversation;
      case 'person':
        return id in records.person;
      case 'day':
        return this.#grouped.talksOfDay.has(id) || this.#grouped.summaries.has(id);
      case 'facts':
        return this.#grouped.subjects.has(id);
      default:
        return true;
    }
  }

  /** Returns the path of a page that exists, also of one that will be written. */
  pathOf(key: PageKey): string | undefined {
    const file = this.#parts.state.files[key];
    if (file?.removed) return undefined;
    const path = file?.path ?? this.#planned.get(key) ?? this.found.get(key) ?? this.#choose(key);
    if (!file) this.#planned.set(key, path);
    return path;
  }

  #choose(key: PageKey): string {
    const { taken } = this.#parts.scan;
    const [folder, name] = this.#nameOf(key);
    const path = freePath(folder, name, (each) => taken.has(pathKey(each)));
    taken.add(pathKey(path));
    return path;
  }

  #nameOf(key: PageKey): [folder: string, name: string] {
    const { records } = this.#parts.state;
    const id = pageIdOf(key);
    switch (pageKindOf(key)) {
      case 'conversation': {
        const { date, title } = records.conversation[id]!;
        const name = `${date} ${fileName(title, 'Conversation')}`;
        return [`Conversations/${date.slice(0, 7)}/`, name];
      }
      case 'person':
        return ['People/', fileName(records.person[id]!.name, 'Person')];
      case 'day':
        return ['Days/', id];
      case 'facts':
        return ['Facts/', fileName(id, 'Facts')];
      default:
        return ['', 'Tasks'];
    }
  }

  /** Returns the text of a page with the notes of its present file. */
  async textOf(key: PageKey, present: MirrorPageParts | null): Promise<string | null> {
    const page = await this.#page(key);
    return page && writePage(page, present);
  }

  async #page(key: PageKey): Promise<MirrorPage | null> {
    const { records } = this.#parts.state;
    const id = pageIdOf(key);
    switch (pageKindOf(key)) {
      case 'conversation':
        return this.#conversation(id);
      case 'person': {
        const talks = this.#grouped.talksOfPerson.get(id) ?? [];
        return personPage({ id, record: records.person[id]!, talks }, this.#world);
      }
      case 'day': {
        const { talksOfDay, summaries } = this.#grouped;
        const talks = talksOfDay.get(id) ?? [];
        return dayPage({ date: id, summary: summaries.get(id), talks }, this.#world);
      }
      case 'facts':
        return factsPage(id, this.#world);
      default:
        return tasksPage(this.#world);
    }
  }

  /** Returns null while the service processes the conversation again. */
  async #conversation(id: string): Promise<MirrorPage | null> {
    const { client, state, zone } = this.#parts;
    const given = this.full.get(id);
    const full =
      given ??
      (await client.getConversation({
        conversation_id: id,
        include_transcript: true,
        include: ['status'],
      }));
    const record = conversationRecord(full, { zone, people: state.records.person });
    return record && conversationPage({ id, record, full }, this.#world);
  }

  get #world(): World {
    const { state, zone } = this.#parts;
    const { records, hidden } = state;
    return { records, zone, hidden: new Set(hidden), pathOf: (key) => this.pathOf(key) };
  }

  get #grouped() {
    this.#groups ??= this._group();
    return this.#groups;
  }

  _group() {
    const { conversation, day, memory } = this.#parts.state.records;
    const talks: Talk[] = Object.entries(conversation).map(([id, record]) => ({ id, record }));
    const talksOfPerson = new Map<string, Talk[]>();
    for (const talk of talks) {
      for (const person of talk.record.people) {
        const known = talksOfPerson.get(person);
        if (known) known.push(talk);
        else talksOfPerson.set(person, [talk]);
      }
    }
    return {
      talksOfDay: Map.groupBy(talks, ({ record }) => record.date),
      talksOfPerson,
      summaries: new Map(Object.values(day).map((summary) => [summary.date, summary])),
      subjects: new Set(Object.values(memory).map(({ subject }) => subject)),
    };
  }
}
