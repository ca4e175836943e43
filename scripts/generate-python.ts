/**
 * Writes commonplace/shapes.py and commonplace/operations.py of the Python client from the OpenAPI
 * document: the types of every shape, and a declaration of every operation. `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pythonLiteral } from '../src/transports/http/openapi/python-names.ts';
import { RESPONSES } from '../src/transports/http/openapi/responses.ts';
import { describeService } from './described-service.ts';
import type { Document } from './described-service.ts';
import { Declarations } from './python/operations.ts';
import { Shapes } from './python/shapes.ts';

const FOLDER = new URL('../clients/python/commonplace/', import.meta.url);
const MADE = '# Made from the OpenAPI document by `npm run generate`; do not edit.';

const files = render(describeService());
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, FOLDER);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`clients/python/commonplace/${name} is outdated: run npm run generate`);
    process.exitCode = 1;
  }
}

function render({ paths, components }: Document): Record<string, string> {
  const shapes = new Shapes(components.schemas);
  const declarations = new Declarations(shapes);
  const methods = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) =>
      declarations.declare({ ...described, method: method.toUpperCase(), path }),
    ),
  );
  const text = methods.join('\n');
  return { 'shapes.py': shapesFile(shapes.print()), 'operations.py': operationsFile(text, shapes) };
}

function shapesFile(declarations: string): string {
  const meanings = Object.entries(RESPONSES).map(
    ([status, [meaning]]) => `    ${status}: ${pythonLiteral(meaning)},\n`,
  );
  return `${MADE}
"""The shapes of requests and answers."""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

from .operation import File

STATUSES: dict[int, str] = {
${meanings.join('')}}
"""The meaning of each status of an error."""


${declarations}`;
}

function operationsFile(methods: string, shapes: Shapes): string {
  const names = shapes.namesIn(methods.replaceAll(/"""[^]*?"""/g, ''));
  return `${MADE}
# The declarations have no bodies: the decorators make methods of them.
# mypy: disable-error-code="empty-body"
"""Every operation of the service, once for both clients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from .operation import File, Page, operation, paged, streamed
from .shapes import (
${names.map((name) => `    ${name},\n`).join('')})
from .streams import AnswerPart


class Operations:
${methods}`;
}
