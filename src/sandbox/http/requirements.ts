/** What handlers require of a request beyond its schema. */
import type { SecretReference } from '#contract/service/models/secret.ts';
import type { UserRow } from '../stores/user-store';
import type { Caller } from './context';
import { knownError, plainFailure } from './failures';

const clientImage = /^data:image\/(png|jpg|jpeg|gif|bmp|webp);base64,/;

/** Returns the signed-in user. Throws CANNOT_GET_OWN_USER_WITHOUT_USER. */
export function requireUser(caller: Caller): UserRow {
  if (caller.user === null) throw knownError('CANNOT_GET_OWN_USER_WITHOUT_USER');
  return caller.user;
}

/** Requires that clients only send images as data URLs, for users and teams (wire/limits 1). */
export function requireClientImage(caller: Caller, image: string | null | undefined): void {
  if (caller.access === 'client' && typeof image === 'string' && !clientImage.test(image))
    throw plainFailure(400, 'Invalid profile image URL');
}

/** Returns a secret as text. Its type also allows references, which only windows use and the schema rejects. */
export function requireSecretText(secret: string | SecretReference): string {
  if (typeof secret !== 'string') throw new TypeError('A reference to a secret was sent instead of the secret.');
  return secret;
}
