import type { Translator } from '../../engines/understanding/translator.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { MAX_TEXTS } from '../../engines/understanding/translator.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { translateSegments } from '../understanding/translations.ts';

/**
 * The minimum age of a change before the text is translated. A text that has just changed may still
 * grow.
 */
const SETTLED_MS = 1_500;
const PATIENCE_MS = 30_000;
/** Translation stops after this many consecutive failures; each retry includes newer words. */
const MAX_FAILURES = 5;

interface Waiting {
  segment: NamedSegment;
  /** Time at which the text last changed. */
  since: number;
}

/** Translates the words of a session shortly after they were spoken. */
export class LiveTranslations {
  readonly #context: Context;
  readonly #translator: Translator;
  readonly #language: string;
  readonly #show: (segments: NamedSegment[]) => void;
  readonly #waiting = new Map<string, Waiting>();
  #work: Promise<void> | null = null;
  #failures = 0;

  constructor(
    context: Context,
    {
      translator,
      language,
      show,
    }: { translator: Translator; language: string; show: (segments: NamedSegment[]) => void },
  ) {
    this.#context = context;
    this.#translator = translator;
    this.#language = language;
    this.#show = show;
  }

  /** Records the stored text of these segments. */
  said(segments: readonly NamedSegment[]): void {
    const since = performance.now();
    for (const segment of segments) this.#waiting.set(segment.id, { segment, since });
  }

  /** During the session, translates segments that have not changed for `SETTLED_MS`. */
  beat(): void {
    if (this.#work || this.#failures >= MAX_FAILURES) return;
    const now = performance.now();
    this.#begin(({ since }) => now - since >= SETTLED_MS);
  }

  /** Translates the remaining segments. */
  async finish(): Promise<void> {
    await this.#work;
    while (this.#waiting.size > 0 && this.#failures < MAX_FAILURES) {
      this.#begin(() => true);
      await this.#work;
    }
  }

  #begin(isDue: (waiting: Waiting) => boolean): void {
    const due = [...this.#waiting.values()].filter(isDue).slice(0, MAX_TEXTS);
    if (due.length === 0) return;
    const segments = due.map(({ segment }) => segment);
    for (const { id } of segments) this.#waiting.delete(id);
    this.#work = this.#translate(segments)
      .then(() => void (this.#failures = 0))
      .catch((error: unknown) => {
        this.#failures += 1;
        this.#context.log.warn({ err: error }, 'what was said could not be translated');
        for (const segment of segments) {
          if (!this.#waiting.has(segment.id))
            this.#waiting.set(segment.id, { segment, since: performance.now() });
        }
      })
      .finally(() => (this.#work = null));
  }

  async #translate(segments: NamedSegment[]): Promise<void> {
    const ids = await translateSegments(this.#context, this.#translator, {
      segments,
      language: this.#language,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const conversations = [...new Set(segments.map(({ conversation_id }) => conversation_id))];
    const rows = await selectSegments(this.#context.db, userOf(this.#context), conversations);
    this.#show(rows.filter(({ id }) => ids.includes(id)));
  }
}
