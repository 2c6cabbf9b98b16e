import { expect, it } from 'vitest';
import { importPartBytes } from '#contract/imports/source.ts';
import { sendFile } from './use-import-file';

const textOf = (parts: readonly { readonly data: string }[]) => Buffer.concat(parts.map(({ data }) => Buffer.from(data, 'base64')));

it.each([0, 1, importPartBytes, importPartBytes + 1])('sends a file of %i bytes whole and in order', async (size) => {
  const bytes = Buffer.alloc(size, 'aé\n"');
  const parts: { position: number; data: string }[] = [];
  expect(await sendFile(new Blob([bytes]), async (part) => parts.push(part))).toBe(true);
  expect(textOf(parts).equals(bytes)).toBe(true);
  expect(parts.map(({ position }) => position)).toEqual(size === 0 ? [] : size > importPartBytes ? [0, importPartBytes] : [0]);
});

it('sends no further part once it has ended', async () => {
  let sent = 0;
  const file = new Blob([Buffer.alloc(importPartBytes * 3)]);
  const append = async () => {
    sent += 1;
  };
  await sendFile(file, append, () => sent === 1);
  expect(sent).toBe(1);
});

it('says that a file can’t be read to its end', async () => {
  const unreadable = { arrayBuffer: () => Promise.reject(new Error('changed')) } as unknown as Blob;
  expect(await sendFile({ size: 5, slice: () => unreadable }, async () => null)).toBe(false);
});

it('passes on why a part was refused', async () => {
  const refused = sendFile(new Blob(['a']), () => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
});
