import { expect, it } from 'vitest';
import { jwksUrl } from './project-settings-screen';

it.each([
  ['https://api.stack-auth.com', 'p1', 'https://api.stack-auth.com/api/v1/projects/p1/.well-known/jwks.json'],
  ['http://localhost:8102/', 'p1', 'http://localhost:8102/api/v1/projects/p1/.well-known/jwks.json'],
  ['https://auth.example.com', 'a/b', 'https://auth.example.com/api/v1/projects/a%2Fb/.well-known/jwks.json'],
])('builds the URL of the keys of %s and %s', (baseUrl, id, expected) => {
  expect(jwksUrl(baseUrl, id)).toBe(expected);
});
