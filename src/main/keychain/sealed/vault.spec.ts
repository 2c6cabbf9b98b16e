import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createSealedFile } from './sealed-file';
import { createSealedStore } from './sealed-store';
import { createVault } from './vault';

const cost = { cost: 2 ** 10, blockSize: 8, parallelization: 1 };
const passphrase = 'correct horse battery';

async function scene() {
  const folder = await temporaryFolder();
  const file = createSealedFile({ profileFolder: folder, clock: createFakeClock(), random: randomBytes }, () => undefined, [cost]);
  const sealed = () => createSealedStore({ file, random: randomBytes, onResealed: () => undefined, cost });
  const vault = createVault(sealed(), 'memory');
  await vault.store.set('a', 'b');
  return { folder, sealed, vault };
}

it('secrets in memory are moved to a file and back', async () => {
  const { folder, sealed, vault } = await scene();
  expect(vault.store.kind).toBe('memory');
  const moves: string[] = [];
  vault.store.onMove?.(async (to) => void moves.push(to));
  await vault.moveToFile(passphrase);
  expect(vault.store.kind).toBe('sealed');
  const again = createVault(sealed(), 'sealed');
  await again.sealed.open(passphrase);
  expect(await again.store.get('a')).toBe('b');
  await vault.moveToMemory();
  expect([vault.store.kind, await vault.store.get('a')]).toEqual(['memory', 'b']);
  expect(await readdir(folder)).toEqual([]);
  expect(moves).toEqual(['sealed', 'memory']);
});

it('what is stored while they are moved isn’t lost', async () => {
  const { vault } = await scene();
  const moving = vault.moveToFile(passphrase);
  await vault.store.set('meanwhile', 'c');
  await moving;
  expect(await vault.sealed.remove()).toEqual({ a: 'b', meanwhile: 'c' });
});

it('what is being stored when they are moved back isn’t lost', async () => {
  const { vault } = await scene();
  await vault.moveToFile(passphrase);
  const storing = vault.store.set('meanwhile', 'c');
  await vault.moveToMemory();
  await storing;
  expect(await vault.store.get('meanwhile')).toBe('c');
});

it('if that fails, everything stays in memory', async () => {
  const { vault, sealed } = await scene();
  await sealed().create('another long passphrase', {});
  const moves: string[] = [];
  vault.store.onMove?.(async (to) => void moves.push(to));
  expect(await reportOf(vault.moveToFile(passphrase))).toEqual({ code: 'not-allowed' });
  expect([vault.store.kind, await vault.store.get('a')]).toEqual(['memory', 'b']);
  expect(moves).toEqual(['sealed', 'memory']);
  vault.store.onMove?.(async () => {
    throw fail('profile-not-writable');
  });
  expect(await reportOf(vault.moveToFile(passphrase))).toEqual({ code: 'profile-not-writable' });
  expect(await vault.store.get('a')).toBe('b');
});
