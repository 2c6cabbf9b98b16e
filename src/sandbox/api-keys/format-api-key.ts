/** The text of a user's or a team's key (wire/flows 16.1). */
import { crc32 } from 'node:zlib';

/** Shows that a text is one of these keys: scanners look for it. */
const marker = '574ck4u7h';

/** Flags of a service that is not the hosted one. */
const flags = { secret: '1', public: '3' };

/** Puts a key together: `secret` is 45 characters of base32, `id` the key's UUID. */
export function formatApiKey(key: {
  readonly id: string;
  readonly kind: 'user' | 'team';
  readonly secret: string;
  readonly isPublic: boolean;
}): string {
  const [prefix, flag] = key.isPublic ? ['pk', flags.public] : ['sk', flags.secret];
  const text = `${prefix}_${key.secret}${key.id.replaceAll('-', '')}${key.kind}${flag}${marker}`;
  return `${text}${crc32(text).toString(16).padStart(8, '0')}`;
}
