/** What the index stores of a user beside the JSON: the columns that are filtered and sorted by, and the text that is searched. */

import type { ServerUser } from '#contract/service/models/user-models.ts';
import { foldSearch } from '#contract/text/fold-search.ts';

/** Bits of the column `flags`. What comes from `passkey` on is a sign-in method, and what comes from `provider` on is an OAuth provider each. */
export const flags = {
  verified: 1,
  anonymous: 2,
  restricted: 4,
  'two-factor': 8,
  passkey: 16,
  password: 32,
  'one-time-code': 64,
  otherProvider: 128,
  provider: 256,
} as const;

/** Maximum number of providers with a bit each: SQL's integers have 64 bits, and those of JavaScript 53. Users of further ones share a bit. */
export const maxProviders = 40;

/** Separates the parts of a searched text. No folded text contains it. */
export const separator = '\u0001';

/** Maximum characters of a name or an email by which users are sorted. */
const maxSortLength = 100;

export interface UserRow {
  readonly flags: number;
  readonly signedUp: number;
  readonly lastActive: number;
  /** Empty if it isn't known. */
  readonly country: string;
  /** Folded, and null without one. */
  readonly name: string | null;
  readonly email: string | null;
  readonly text: string;
}

/** Returns the columns of a user. `bitOf` returns the bit of an OAuth provider. */
export function toUserRow(user: ServerUser, bitOf: (provider: string) => number): UserRow {
  const bits = new Set<number>(user.oauth_providers.map(({ id }) => bitOf(id)));
  if (user.primary_email !== null && user.primary_email_verified) bits.add(flags.verified);
  if (user.is_anonymous) bits.add(flags.anonymous);
  if (user.is_restricted) bits.add(flags.restricted);
  if (user.requires_totp_mfa) bits.add(flags['two-factor']);
  if (user.passkey_auth_enabled) bits.add(flags.passkey);
  if (user.has_password) bits.add(flags.password);
  if (user.otp_auth_enabled) bits.add(flags['one-time-code']);
  const name = foldSearch(user.display_name ?? '');
  const email = foldSearch(user.primary_email ?? '');
  return {
    flags: [...bits].reduce((sum, bit) => sum + bit, 0),
    signedUp: user.signed_up_at_millis,
    lastActive: user.last_active_at_millis,
    country: user.country_code ?? '',
    name: name === '' ? null : name.slice(0, maxSortLength),
    email: email === '' ? null : email.slice(0, maxSortLength),
    text: searchedText([user.display_name, user.primary_email, user.id], user),
  };
}

type WithMetadata = Pick<ServerUser, 'client_metadata' | 'client_read_only_metadata' | 'server_metadata'>;

/** Returns the folded texts, and those of the metadata, separated. */
export function searchedText(own: readonly (string | null)[], item: WithMetadata): string {
  const parts = own.flatMap((text) => (text === null ? [] : [foldSearch(text)]));
  for (const metadata of [item.client_metadata, item.client_read_only_metadata, item.server_metadata]) addTexts(metadata, parts);
  return parts.join(separator);
}

/** Adds the texts within a value, which may be nested deeply. */
function addTexts(value: unknown, parts: string[]): void {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && next !== '') parts.push(foldSearch(next));
    else if (typeof next === 'object' && next !== null) for (const inner of Object.values(next).reverse()) open.push(inner);
  }
}

/** Returns the different single characters and pairs of characters of a text. */
export function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  let before = '';
  for (const character of text) {
    if (character !== separator) {
      grams.add(character);
      if (before !== '') grams.add(before + character);
    }
    before = character === separator ? '' : character;
  }
  return grams;
}
