import { expect, it } from 'vitest';
import { mayMeanDeleted } from './project-rules';

const known = (code: string) => ({ code: 'known-error', known: code, status: 401 }) as const;

it.each([
  ['a refused server key', known('INVALID_SECRET_SERVER_KEY'), true],
  ['an owner who no longer has it', known('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN'), true],
  ['an unknown project', known('CURRENT_PROJECT_NOT_FOUND'), true],
  ['an error of the server', { code: 'service-error', status: 500 } as const, true],
  ['a gateway', { code: 'service-error', status: 503 } as const, false],
  ['an expired session', known('ACCESS_TOKEN_EXPIRED'), false],
  ['a missing user', known('USER_NOT_FOUND'), false],
  ['an outage', { code: 'unreachable' } as const, false],
])('%s', (_, report, expected) => {
  expect(mayMeanDeleted(report)).toBe(expected);
});
