/** The page that explains errors to users has every code and every check of a connection, and no other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnosis } from '#contract/bridge/diagnostics.ts';
import { errorCodes } from '#contract/error-codes.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'errors.md'), 'utf8');

/** The first column of the tables whose first column has that title. */
function explained(title: string): string[] {
  const tables = page.split(/\n\n/).filter((part) => part.startsWith(`| ${title} |`));
  return tables.flatMap((table) => [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code ?? ''));
}

test('every code is explained once', () => {
  expect(explained('Code').sort()).toEqual(Object.keys(errorCodes).sort());
});

test('every check of a connection is explained, in order', () => {
  expect(explained('Check')).toEqual(diagnosis.shape.steps.element.shape.name.options);
});
