/** Verifies passphrases against what is stored of the right one. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ports } from '../ports';
import { deriveKey, type KeyCost, type KeyDerivation, newDerivation } from '../sealing/passphrase-key';
import type { Verifier } from './lock-file';

/** Returns what verifies a passphrase. Each guess takes as long as this does. */
export async function createVerifier(passphrase: string, random: Ports['random'], cost?: KeyCost): Promise<Verifier> {
  const derivation = newDerivation(random, cost);
  return { derivation, hash: (await hashOf(passphrase, derivation)).toString('base64') };
}

/** Whether a passphrase is the one that was set. Takes the same time for all of them. */
export async function isVerified(passphrase: string, { derivation, hash }: Verifier): Promise<boolean> {
  return timingSafeEqual(await hashOf(passphrase, derivation), Buffer.from(hash, 'base64'));
}

/** A hash of the key, so that what is stored is no key. */
async function hashOf(passphrase: string, derivation: KeyDerivation): Promise<Buffer> {
  const { bytes } = await deriveKey(passphrase, derivation);
  const hash = createHash('sha256').update(bytes).digest();
  bytes.fill(0);
  return hash;
}
