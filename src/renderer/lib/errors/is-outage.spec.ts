import { expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '../../../contract/error-codes';
import type { ErrorReport } from '../../../contract/errors';
import { isOutage } from './is-outage';

const outages: readonly ErrorCode[] = ['offline', 'unreachable', 'name-not-found', 'connection-lost', 'timed-out', 'proxy-unreachable'];

it.each(Object.keys(errorCodes) as ErrorCode[])('%s', (code) => {
  expect(isOutage({ code })).toBe(outages.includes(code));
});

it.each<{ report: ErrorReport; is: boolean }>([
  { report: { code: 'service-error', status: 502 }, is: true },
  { report: { code: 'service-error', status: 503 }, is: true },
  { report: { code: 'service-error', status: 504 }, is: true },
  { report: { code: 'service-error', status: 500 }, is: false },
  { report: { code: 'service-error', status: 404 }, is: false },
  { report: { code: 'known-error', known: 'X', status: 503 }, is: false },
  { report: { code: 'rate-limited', status: 429 }, is: false },
])('$report is an outage: $is', ({ report, is }) => {
  expect(isOutage(report)).toBe(is);
});
