/** Hashing and validation of passwords (wire/limits 1). */
import { compare, genSalt, hash } from 'bcryptjs';
import { passwordBytes, passwordLength } from '#contract/limits.ts';
import { knownError, serviceFault } from '../http/failures';
import type { Project } from '../stores/project-store';

const rounds = 10;

/** Throws PASSWORD_AUTHENTICATION_NOT_ENABLED if the project has turned off passwords. */
export function requirePasswordSignIn({ config }: Project): void {
  if (!config.credential_enabled) throw knownError('PASSWORD_AUTHENTICATION_NOT_ENABLED');
}

/** Throws PASSWORD_TOO_SHORT below 8 characters. The schema checks the upper limit. */
export function requireLongEnough(password: string): void {
  if (password.length >= passwordLength.min) return;
  throw knownError('PASSWORD_TOO_SHORT', { min_length: passwordLength.min }, { minLength: String(passwordLength.min) });
}

/**
 * Hashes a password without blocking the event loop. Throws an unexpected error from 72 bytes on, because the service responds with
 * 500.
 */
export async function hashPassword(password: string): Promise<string> {
  if (Buffer.byteLength(password) > passwordBytes) throw serviceFault('The password has more bytes than bcrypt reads.');
  return hash(password, await genSalt(rounds));
}

export function matchesPassword(password: string, passwordHash: string): Promise<boolean> {
  return compare(password, passwordHash);
}

/** Whether a text is a bcrypt hash that can be stored: `$2a$`, `$2b$` or `$2y$`, 60 characters, at most 16 rounds. */
export function isUsableHash(text: string): boolean {
  const costs = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text);
  return costs !== null && Number(costs[1]) >= 4 && Number(costs[1]) <= 16;
}
