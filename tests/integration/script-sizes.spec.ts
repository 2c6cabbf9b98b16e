/** How large each script of the windows is, in the build. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../out/renderer/assets');
const maxKilobytes = 300;

const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));

test(`no script has more than ${maxKilobytes} kB`, () => {
  const kilobytes = (name: string) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1000;
  expect(scripts.length).toBeGreaterThan(50);
  expect(scripts.filter((name) => kilobytes(name) > maxKilobytes)).toEqual([]);
});
