import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { featureSince, features } from '#contract/features.ts';
import { type DetectionRow, detections } from './detection';

const file = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'detection.md');

/** The detection table as the documentation shows it. */
function rows(): string[] {
  const probed: Readonly<Record<string, DetectionRow | undefined>> = detections;
  return features.map((feature) => {
    const row = probed[feature];
    const cells = row ? [`\`${requestOf(row)}\``, row.probe.credential, row.absence] : ['–', '–', 'the number decides'];
    return `| \`${feature}\` | ${featureSince[feature]} | ${cells.join(' | ')} |`;
  });
}

function requestOf({ probe: { row, input } }: DetectionRow): string {
  const entries = Object.entries(input?.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(entries).toString();
  return `${row.method} ${row.path}${query === '' ? '' : `?${query}`}`;
}

test('docs/detection.md shows the detection table as it is', () => {
  const shown = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\| `[a-z-]+` \| 2\./.test(line));
  expect(shown).toEqual(rows());
});
