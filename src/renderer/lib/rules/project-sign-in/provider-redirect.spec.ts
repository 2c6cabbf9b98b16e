import { expect, test } from 'vitest';
import { providerRedirectUrl } from './provider-redirect';

test.each([
  { baseUrl: 'https://api.example.com', id: 'github', url: 'https://api.example.com/api/v1/auth/oauth/callback/github' },
  { baseUrl: 'http://127.0.0.1:8102/', id: 'x', url: 'http://127.0.0.1:8102/api/v1/auth/oauth/callback/x' },
  { baseUrl: 'https://a.example/auth', id: 'o/k', url: 'https://a.example/auth/api/v1/auth/oauth/callback/o%2Fk' },
])('the redirect URL of $id at $baseUrl', ({ baseUrl, id, url }) => {
  expect(providerRedirectUrl(baseUrl, id)).toBe(url);
});
