import { fail } from '../../contract/errors';
import { passwordBytes, passwordLength } from '../../contract/limits';

/** Fails with `bad-input` at `password` for one that the service would refuse, before a code or a session is spent on it. */
export function assertPassword(password: string): void {
  const tooLong = password.length > passwordLength.max || new TextEncoder().encode(password).length > passwordBytes;
  if (password.length < passwordLength.min || tooLong) throw fail('bad-input', { path: 'password' });
}
