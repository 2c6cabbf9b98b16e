import { expect, test } from 'vitest';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { type ChosenFile, readChosenFile } from './read-chosen-file';

const limit = { length: 4_000_000, code: 'import-too-large' } as const;

const file = (size: number, text: () => Promise<string> = async () => 'list'): ChosenFile => ({ size, text });
const unread = async () => Promise.reject(new DOMException('gone', 'NotReadableError'));
const mustNotRead = async () => {
  throw new Error('was read');
};

test.each<[string, ChosenFile[], string]>([
  ['no file', [], 'import-several'],
  ['two files', [file(1, mustNotRead), file(1, mustNotRead)], 'import-several'],
  ['a huge file', [file(4_000_001, mustNotRead)], 'import-too-large'],
  ['a file that was deleted, or a folder', [file(1, unread)], 'import-not-read'],
])('%s is refused', async (_what, files, code) => {
  expect(await reportOf(readChosenFile(files, limit))).toEqual({ code });
});

test('one file is read', async () => {
  expect(await readChosenFile([file(4_000_000)], limit)).toBe('list');
});
