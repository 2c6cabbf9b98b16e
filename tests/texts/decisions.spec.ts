/** The records of decisions have one form, their index has every number, and what cites a record cites one that is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs', 'adr');
const records = readdirSync(folder).filter((name) => /^\d{4}-[a-z-]+\.md$/.test(name));
const numbers = new Set(records.map((name) => Number(name.slice(0, 4))));

/** The rows of the index: a number, the number of its record, and the record’s file. */
const index = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| (\d+) \| .+ \| \[(\d+)\]\(([\w-]+\.md)\) \|$/gm)].map(
  ([, number, record, file = '']) => ({ number: Number(number), record: Number(record), file }),
);

/** Everything that may cite a record, by its path. */
const texts = ['docs', 'src', 'tests', 'scripts'].flatMap((name) =>
  readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(md|tsx?|mjs|css)$/.test(file))
    .map((file) => join(name, file)),
);

describe.each(records)('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  test('has its number, a title, a status with its date, and three sections', () => {
    expect(text).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`));
    expect(text).toMatch(/^Accepted on \d{1,2} \w+ \d{4}[;.,]/m);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(['Context', 'Decision', 'Consequences']);
  });
});

test('the index has every number once, in order, and every record under its own number', () => {
  expect(index.map(({ number }) => number)).toEqual(index.map((_, at) => at + 1));
  expect(index.filter(({ number, record }) => number === record).map(({ file }) => file)).toEqual(records);
  expect(index.filter(({ record, file }) => Number(file.slice(0, 4)) !== record)).toEqual([]);
});

test('what cites a record cites one that is there', () => {
  const cited = ['CONTRIBUTING.md', 'README.md', ...texts].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bADR (\d+)/g)].map(([, number]) => ({ file, number: Number(number) })),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
});
