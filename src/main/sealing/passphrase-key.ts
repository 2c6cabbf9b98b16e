/** Keys that are derived from passphrases by scrypt, so that each guess is expensive. */
import { type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { Ports } from '../ports/ports';

const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const saltBytes = 16;
const keyBytes = 32;

/** How expensive a guess of the passphrase is. Memory is 128 × blockSize × (cost + parallelization) bytes. */
export interface KeyCost {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}
/** 128 MiB and about half a second. */
export const defaultCost: KeyCost = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };
/** What any version has written. A file with other parameters wasn't written by Latchkey: they may be cheap to guess, or exhaust the memory. */
export const writtenCosts: readonly KeyCost[] = [defaultCost];
const maxMemoryBytes = 256 * 1024 * 1024;
const maxParallelization = 4;

/** Bytes as base64 in its only form, so that no change of the text goes unnoticed. */
export const base64Bytes = (min: number, max = min) => z.string().refine((text) => isBase64(text, min, max));

/** How a key was derived, without the passphrase. */
export const keyDerivation = z.strictObject({
  name: z.literal('scrypt'),
  cost: z.int().min(2).refine(isPowerOfTwo),
  blockSize: z.int().min(1),
  parallelization: z.int().min(1),
  salt: base64Bytes(saltBytes),
});
export type KeyDerivation = z.output<typeof keyDerivation>;

/** A key, and how it was derived. */
export interface PassphraseKey {
  readonly derivation: KeyDerivation;
  readonly bytes: Buffer;
}

/** Returns parameters with a new salt. */
export function newDerivation(random: Ports['random'], cost: KeyCost = defaultCost): KeyDerivation {
  return { name: 'scrypt', ...cost, salt: Buffer.from(random(saltBytes)).toString('base64') };
}

/** Whether parameters require more memory or time than allowed. */
export function isTooCostly(cost: KeyCost): boolean {
  return memoryOf(cost) > maxMemoryBytes || cost.parallelization > maxParallelization;
}

/** Whether parameters are among those that were written. */
export function isWritten({ cost, blockSize, parallelization }: KeyCost, costs: readonly KeyCost[] = writtenCosts): boolean {
  return costs.some((one) => one.cost === cost && one.blockSize === blockSize && one.parallelization === parallelization);
}

/** Derives a key. Throws `sealed-too-costly` if there isn't enough memory, or scrypt doesn't accept the parameters. */
export async function deriveKey(passphrase: string, derivation: KeyDerivation): Promise<PassphraseKey> {
  const { cost, blockSize, parallelization, salt } = derivation;
  if (isTooCostly(derivation)) throw fail('sealed-too-costly');
  // Above it, as Node requires.
  const maxmem = memoryOf(derivation) + 256 * blockSize;
  const options = { N: cost, r: blockSize, p: parallelization, maxmem };
  try {
    // Other systems may encode the same characters in another way.
    const bytes = await deriveBytes(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), keyBytes, options);
    return { derivation, bytes };
  } catch (cause) {
    throw fail('sealed-too-costly', {}, cause);
  }
}

function memoryOf({ cost, blockSize, parallelization }: KeyCost): number {
  return 128 * blockSize * (cost + parallelization);
}

function isBase64(text: string, min: number, max: number): boolean {
  const decoded = Buffer.from(text, 'base64');
  return decoded.length >= min && decoded.length <= max && decoded.toString('base64') === text;
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}
