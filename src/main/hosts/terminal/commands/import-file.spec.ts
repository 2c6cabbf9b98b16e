import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importPartBytes } from '#contract/imports/source.ts';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder';
import { sendFile } from './import-file';

/** The calls of a new import; `append` runs before each part is taken. */
function imports(append: (part: number) => Promise<void> = async () => undefined) {
  const [parts, discarded]: [string[], string[]] = [[], []];
  const api = {
    imports: {
      begin: async () => 'i',
      append: async ({ data }: { data: string }) => {
        await append(parts.length);
        parts.push(Buffer.from(data, 'base64').toString());
        return null;
      },
      discard: async ({ id }: { id: string }) => {
        discarded.push(id);
        return null;
      },
    },
  };
  return { opened: { api } as never, parts, discarded };
}

async function fileOf(text: string): Promise<string> {
  const file = join(await temporaryFolder(), 'users.csv');
  await writeFile(file, text);
  return file;
}

test('a file is sent in parts, whole and in order', async () => {
  const text = `${'a'.repeat(importPartBytes)}${'b'.repeat(importPartBytes)}c`;
  const { opened, parts, discarded } = imports();
  expect(await sendFile(opened, 'c', await fileOf(text))).toEqual({ id: 'i', isUnchanged: true });
  expect([parts.length, parts.join('') === text, discarded]).toEqual([3, true, []]);
});

test('a file that becomes shorter, or another one, in the meantime says so', async () => {
  for (const next of ['short', 'd'.repeat(3 * importPartBytes)]) {
    const file = await fileOf('a'.repeat(2 * importPartBytes));
    const { opened } = imports(async (part) => {
      if (part === 0) await writeFile(file, next);
    });
    expect(await sendFile(opened, 'c', file)).toEqual({ id: 'i', isUnchanged: false });
  }
});

test('what was copied of a file that can’t be sent whole is discarded', async () => {
  const { opened, discarded } = imports(async (part) => {
    if (part === 1) throw new Error('full');
  });
  await expect(sendFile(opened, 'c', await fileOf('a'.repeat(2 * importPartBytes)))).rejects.toThrow('full');
  expect(discarded).toEqual(['i']);
});

test('a folder is no file', async () => {
  await expect(sendFile(imports().opened, 'c', await temporaryFolder())).rejects.toThrow('isn’t a file');
});
