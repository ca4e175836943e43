/** Reads records of other services, which may contain parts that do not fit. */
import type { z } from 'zod';
import type { Problem } from '../../../core/errors.ts';
import { problemsOf } from '../../../kit/problems.ts';

interface LenientlyRead<Data> {
  data: Data | null;
  /** The parts that were left out; if `data` is null, the reasons why the record does not fit. */
  problems: { path: string; message: string }[];
}

type Path = Readonly<Problem['loc']>;

/** Each round leaves out a larger part: a field, the item that needs it, the list of the item. */
const MAX_ROUNDS = 12;

/** Leaves out the smallest parts without which a value has the shape. */
export function parseLeniently<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
): LenientlyRead<z.output<Shape>> {
  let parts: Parts | null = null;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { data, error } = shape.safeParse(parts ? parts.value : value, { reportInput: true });
    if (!error) return { data, problems: parts?.problems ?? [] };
    parts ??= new Parts(structuredClone(value));
    if (!parts.leaveOut(problemsOf(error))) break;
  }
  return { data: null, problems: parts!.problems };
}

/** A value from which parts are taken. */
class Parts {
  readonly value: unknown;
  /** The places that the items of a list had before. */
  readonly #places = new Map<unknown, number[]>();
  readonly #left = new Map<string, string>();

  constructor(value: unknown) {
    this.value = value;
  }

  get problems(): { path: string; message: string }[] {
    return [...this.#left].map(([path, message]) => ({ path, message }));
  }

  /** Returns false when nothing would be left. */
  leaveOut(problems: readonly Problem[]): boolean {
    const found = new Map<string, Path>();
    for (const { loc: path, msg: message } of problems) {
      const at = this.#existing(path);
      const name = this.#nameOf(at);
      this.#note(name, this.#nameOf(path), message);
      found.set(name, at);
    }
    if (found.has('')) return false;
    // The last items of a list go first, so that those before them stay in their places.
    const last = (path: Path) => (typeof path.at(-1) === 'number' ? (path.at(-1) as number) : 0);
    const paths = [...found.values()].toSorted((a, b) => b.length - a.length || last(b) - last(a));
    for (const path of paths) this.#remove(path);
    return true;
  }

  /** Returns the path of a part, or of the part around it that lacks it. */
  #existing(path: Path): Path {
    let inner: unknown = this.value;
    for (const [depth, key] of path.entries()) {
      const isThere = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key);
      if (!isThere) return path.slice(0, depth);
      inner = (inner as Record<PropertyKey, unknown>)[key];
    }
    return path;
  }

  #inside(path: Path): unknown {
    return path.reduce<unknown>(
      (inner, key) => (inner as Record<PropertyKey, unknown>)?.[key],
      this.value,
    );
  }

  #nameOf(path: Path): string {
    return path
      .map((key, depth) => {
        const places = this.#places.get(this.#inside(path.slice(0, depth)));
        return String(places?.[key as number] ?? key);
      })
      .join('.');
  }

  #remove(path: Path): void {
    const around = this.#inside(path.slice(0, -1));
    const key = path.at(-1)!;
    if (Array.isArray(around)) {
      const places = this.#places.get(around) ?? [...around.keys()];
      places.splice(key as number, 1);
      around.splice(key as number, 1);
      this.#places.set(around, places);
    } else delete (around as Record<PropertyKey, unknown>)[key];
  }

  /** The reason for a part is the first problem that was inside it. */
  #note(name: string, problemAt: string, message: string): void {
    const isInside = (known: string) =>
      name === '' || known === name || known.startsWith(`${name}.`);
    const inside = [...this.#left].filter(([known]) => isInside(known));
    for (const [known] of inside) this.#left.delete(known);
    const detail = problemAt === name ? message : `${problemAt}: ${message}`;
    this.#left.set(name, inside[0] ? `${inside[0][0]}: ${inside[0][1]}` : detail);
  }
}
