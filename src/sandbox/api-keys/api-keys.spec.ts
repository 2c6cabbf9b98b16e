import { describe, expect, it } from 'vitest';
import { formatApiKey } from './api-keys';

const id = '6e8f5f6a-9a41-4e6f-93a1-0f4d3b9a8c11';
const secret = 'y63fch26w14wmchwyfgcw8t7swm4fv4dk79q9g8xe6sza';

describe('the text of a key', () => {
  it('is the known example, checksum included', () => {
    expect(formatApiKey({ id, kind: 'user', secret, isPublic: false })).toBe(
      'sk_y63fch26w14wmchwyfgcw8t7swm4fv4dk79q9g8xe6sza6e8f5f6a9a414e6f93a10f4d3b9a8c11user1574ck4u7hb7ceba30',
    );
  });

  it.each([
    ['user', 'e46db748-60cd-4fc7-95b1-13705589b57b', '5f280nr0fh1mtj45z1j7esxpmbwyr97gpp8rhm2f1zeyr', 'f46800bd'],
    ['team', '2d6d9fe0-03b1-477b-ba67-34a8e93e1508', 'xr9c8m416zv4d05as8bsw161rvsr5z71s9d0q6qs4p9j8', '2062bfab'],
  ] as const)('has the checksum of a real %s’s key', (kind, keyId, keySecret, checksum) => {
    expect(formatApiKey({ id: keyId, kind, secret: keySecret, isPublic: false }).slice(-8)).toBe(checksum);
  });

  it('distinguishes team keys and public keys', () => {
    expect(formatApiKey({ id, kind: 'team', secret, isPublic: true })).toMatch(/^pk_[0-9a-z]{45}[0-9a-f]{32}team3574ck4u7h[0-9a-f]{8}$/);
  });

  it('always has eight digits at its end', () => {
    const lengths = Array.from(
      { length: 64 },
      (_one, n) => formatApiKey({ id, kind: 'user', secret: String(n).padStart(45, '0'), isPublic: false }).length,
    );
    expect(new Set(lengths)).toEqual(new Set([102]));
  });
});
