/** The page that explains error codes to people knows every code, and no other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '../../src/contract/error-codes';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'errors.md'), 'utf8');

/** The first column of the tables whose first column is a code. */
function explained(): string[] {
  const tables = page.split(/\n\n/).filter((part) => part.startsWith('| Code |'));
  return tables.flatMap((table) => [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code ?? ''));
}

test('every code is explained once', () => {
  expect(explained().sort()).toEqual(Object.keys(errorCodes).sort());
});
