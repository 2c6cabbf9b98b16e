/** What the service demands of a new password. */
import { passwordBytes, passwordLength } from '#contract/limits.ts';

interface PasswordCheck {
  readonly characters: number;
  readonly bytes: number;
  /** What is wrong with it, the first thing first; null when it will do. */
  readonly problem: 'short' | 'long' | 'bytes' | null;
}

const encoder = new TextEncoder();

/** Measures a password as the service does: characters in UTF-16 units, bytes in UTF-8. */
export function checkPassword(password: string): PasswordCheck {
  const characters = password.length;
  const bytes = encoder.encode(password).length;
  return { characters, bytes, problem: problemOf(characters, bytes) };
}

function problemOf(characters: number, bytes: number): PasswordCheck['problem'] {
  if (characters < passwordLength.min) return 'short';
  if (characters > passwordLength.max) return 'long';
  return bytes > passwordBytes ? 'bytes' : null;
}
