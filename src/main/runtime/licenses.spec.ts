import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { reportOf } from '../../../tests/support/test-ports';
import { readLicenses } from './licenses';

test('are read from the file of the build', async () => {
  const file = join(await temporaryFolder(), 'licenses.json');
  await writeFile(file, '[{"name":"react"}]');
  expect(await readLicenses(file)).toEqual([{ name: 'react' }]);
});

test.each([
  ['a missing file', null],
  ['an empty file', ''],
  ['half a file', '[{"name":'],
])('%s has a code of its own', async (_what, text) => {
  const file = join(await temporaryFolder(), 'licenses.json');
  if (text !== null) await writeFile(file, text);
  expect(await reportOf(readLicenses(file))).toEqual({ code: 'licenses-missing' });
});
