import { expect, test } from 'vitest';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { type ListFile, readListFile } from './read-list-file';

const file = (size: number, text: () => Promise<string> = async () => 'list'): ListFile => ({ size, text });
const unread = async () => Promise.reject(new DOMException('gone', 'NotReadableError'));
const mustNotRead = async () => {
  throw new Error('was read');
};

test.each<[string, ListFile[], string]>([
  ['no file', [], 'import-several'],
  ['two files', [file(1, mustNotRead), file(1, mustNotRead)], 'import-several'],
  ['a huge file', [file(4_000_001, mustNotRead)], 'import-too-large'],
  ['a file that was deleted, or a folder', [file(1, unread)], 'import-not-read'],
])('%s is refused', async (_what, files, code) => {
  expect(await reportOf(readListFile(files))).toEqual({ code });
});

test('one file is read', async () => {
  expect(await readListFile([file(4_000_000)])).toBe('list');
});
