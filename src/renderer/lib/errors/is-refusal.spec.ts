import { expect, it } from 'vitest';
import type { ErrorReport } from '../../../contract/errors';
import { isRefusal } from './is-refusal';

const cases: readonly (readonly [ErrorReport, boolean])[] = [
  [{ code: 'known-error', known: 'TEAM_PERMISSION_REQUIRED', status: 401 }, true],
  [{ code: 'service-error', status: 403 }, true],
  [{ code: 'bad-input' }, true],
  [{ code: 'not-confirmed' }, true],
  [{ code: 'read-only-connection' }, true],
  [{ code: 'service-error', status: 500 }, false],
  [{ code: 'service-error' }, false],
  [{ code: 'connection-lost' }, false],
  [{ code: 'timed-out' }, false],
  [{ code: 'offline' }, false],
  [{ code: 'bad-response' }, false],
  [{ code: 'bridge-lost' }, false],
];

it.each(cases)('%j is a refusal: %s', (report, expected) => {
  expect(isRefusal(report)).toBe(expected);
});
