/** Messages between the app and its keychain worker. */
import { z } from 'zod';

/** The keychain libraries in the order in which they are tried. They can't read each other's items on Linux. */
export const providerNames = ['napi-keyring', 'keytar'] as const;
export type ProviderName = (typeof providerNames)[number];

/** An item that is never read. Writing it distinguishes a locked keyring from a missing item. */
export const canaryItem = 'latchkey-canary';

/** Codes of a keychain's failures. */
const keychainFaults = [
  'keychain-locked',
  'keychain-absent',
  'keychain-denied',
  'keychain-corrupt',
  'keychain-slow',
  'keychain-full',
] as const;
export type KeychainFault = (typeof keychainFaults)[number];

export const keychainRequest = z.strictObject({
  id: z.int(),
  op: z.enum(['get', 'set', 'delete']),
  item: z.string(),
  value: z.string().optional(),
});
export type KeychainRequest = z.output<typeof keychainRequest>;

export const keychainAnswer = z.union([
  z.strictObject({ id: z.int(), ok: z.literal(true), value: z.string().nullable() }),
  z.strictObject({ id: z.int(), ok: z.literal(false), fault: z.enum(keychainFaults) }),
]);
export type KeychainAnswer = z.output<typeof keychainAnswer>;
