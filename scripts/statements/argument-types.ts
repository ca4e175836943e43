/** Reads from the types of the functions in `*.sql.ts` what their arguments may be. */
import { resolve } from 'node:path';
import { API } from 'typescript/unstable/sync';
import type { Checker, Type } from 'typescript/unstable/sync';

export type Shape =
  | { kind: 'db' | 'string' | 'number' | 'boolean' | 'time' | 'bytes' | 'floats' | 'json' }
  | { kind: 'value'; value: unknown }
  | { kind: 'made'; name: string }
  | { kind: 'array'; of: Shape }
  | { kind: 'map'; of: Shape[] }
  | { kind: 'object'; fields: Record<string, Shape> }
  | { kind: 'union'; of: Shape[] };

export interface Parameter {
  name: string;
  shape: Shape;
}

export interface Sourced {
  name: string;
  parameters: Parameter[];
}

const MAX_DEPTH = 5;
const NAMED: Record<string, Shape> = {
  Db: { kind: 'db' },
  Tx: { kind: 'db' },
  Date: { kind: 'time' },
  Buffer: { kind: 'bytes' },
  Uint8Array: { kind: 'bytes' },
  Float32Array: { kind: 'floats' },
  Float64Array: { kind: 'floats' },
  ListQuery: { kind: 'made', name: 'list' },
  /** A further condition, which begins with AND. */
  Column: { kind: 'made', name: 'nothing' },
  RawBuilder: { kind: 'made', name: 'condition' },
};
const PLAIN: Record<string, Shape> = {
  string: { kind: 'string' },
  number: { kind: 'number' },
  boolean: { kind: 'boolean' },
  null: { kind: 'value', value: null },
  undefined: { kind: 'value', value: undefined },
  true: { kind: 'value', value: true },
  false: { kind: 'value', value: false },
};

/** Returns the functions that each file exports, in their order. */
export function readFunctions(files: readonly string[]): Map<string, Sourced[]> {
  const api = new API({ cwd: process.cwd() });
  const config = resolve('tsconfig.json');
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
  const { checker, program } = project;
  const found = new Map<string, Sourced[]>();
  for (const file of files) {
    const source = program.getSourceFile(resolve(file));
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} is not a module of tsconfig.json.`);
    found.set(
      file,
      checker.getExportsOfModule(module).flatMap((one) => {
        const type = checker.getTypeOfSymbol(one);
        const [signature] = type ? checker.getSignaturesOfType(type, 0) : [];
        if (!signature) return [];
        const answer = checker.typeToString(checker.getReturnTypeOfSignature(signature)!);
        if (!answer.startsWith('Promise<')) return [];
        const parameters = signature.getParameters().map((parameter) => ({
          name: parameter.name,
          shape: shapeOf(checker, checker.getTypeOfSymbol(parameter)!, 0),
        }));
        return [{ name: one.name, parameters }];
      }),
    );
  }
  api.close();
  return found;
}

function shapeOf(checker: Checker, type: Type, depth: number): Shape {
  const text = checker.typeToString(type);
  const name = type.getSymbol()?.name ?? '';
  const known = NAMED[type.getAliasSymbol()?.name ?? ''] ?? NAMED[name] ?? PLAIN[text];
  if (known) return known;
  if (type.isLiteralType()) return { kind: 'value', value: type.value };
  if (depth > MAX_DEPTH || text === 'unknown' || text === 'any') return { kind: 'json' };
  if (type.isUnionType()) {
    return { kind: 'union', of: type.getTypes().map((one) => shapeOf(checker, one, depth)) };
  }
  if (name === 'ReadonlyMap' || name === 'Map') {
    const of = checker
      .getTypeArguments(type as never)
      .map((one) => shapeOf(checker, one, depth + 1));
    return { kind: 'map', of };
  }
  if (checker.isArrayLikeType(type)) {
    const [of] = checker.getTypeArguments(type as never);
    return { kind: 'array', of: of ? shapeOf(checker, of, depth + 1) : { kind: 'json' } };
  }
  if (checker.getSignaturesOfType(type, 0).length > 0) return { kind: 'made', name: 'work' };
  const fields = checker
    .getPropertiesOfType(type)
    .map((property) => [
      property.name,
      shapeOf(checker, checker.getTypeOfSymbol(property)!, depth + 1),
    ]);
  return { kind: 'object', fields: Object.fromEntries(fields) };
}
