import { fail } from '../../contract/errors';
import { passwordBytes, passwordLength } from '../../contract/limits';

/** Throws `bad-input` at `password` for a password that the service would reject, before a code or a session is used up for it. */
export function assertPassword(password: string): void {
  const tooLong = password.length > passwordLength.max || new TextEncoder().encode(password).length > passwordBytes;
  if (password.length < passwordLength.min || tooLong) throw fail('bad-input', { path: 'password' });
}
