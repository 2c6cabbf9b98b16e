/** Format of user and team API keys (wire/flows 16.1). */
import { crc32 } from 'node:zlib';

/** Marks a text as one of these keys, for secret scanners. */
const marker = '574ck4u7h';

/** Flags of a self-hosted service. */
const flags = { secret: '1', public: '3' };

/** Returns the text of a key. `secret` is 45 characters of base32, `id` the key's UUID. */
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
