import { expect, test } from 'vitest';
import { isOutcomeUnknown } from './unknown-outcome';

test.each([
  [{ code: 'connection-lost' }, true],
  [{ code: 'timed-out' }, true],
  [{ code: 'bad-response' }, true],
  [{ code: 'bridge-lost' }, true],
  [{ code: 'service-error', status: 502 }, true],
  [{ code: 'service-error', status: 400 }, false],
  [{ code: 'known-error', status: 500 }, false],
  [{ code: 'offline' }, false],
  [{ code: 'unreachable' }, false],
  [{ code: 'read-only-connection' }, false],
  [{ code: 'session-ended' }, false],
] as const)('after %j: %s', (report, expected) => {
  expect(isOutcomeUnknown(report)).toBe(expected);
});
