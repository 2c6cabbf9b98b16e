import { describe, expect, it } from 'vitest';
import type { ErrorReport } from '#contract/errors.ts';
import { failurePosition, needsPublishableKey, needsSandbox } from './failure-position';

const known = (code: string): ErrorReport => ({ code: 'known-error', known: code });

describe('where a failure is shown', () => {
  it.each<[ErrorReport, 'email' | 'password' | 'code' | 'card']>([
    [known('EMAIL_PASSWORD_MISMATCH'), 'password'],
    [known('USER_EMAIL_ALREADY_EXISTS'), 'email'],
    [known('SCHEMA_ERROR'), 'email'],
    [known('PASSWORD_TOO_SHORT'), 'password'],
    [known('SIGN_UP_NOT_ENABLED'), 'card'],
    [known('PASSWORD_AUTHENTICATION_NOT_ENABLED'), 'card'],
    [known('INVALID_TOTP_CODE'), 'code'],
    [known('VERIFICATION_CODE_NOT_FOUND'), 'code'],
    [known('VERIFICATION_CODE_EXPIRED'), 'card'],
    [known('NEVER_HEARD_OF'), 'card'],
    [known('constructor'), 'card'],
    [{ code: 'bad-input', path: 'password' }, 'password'],
    [{ code: 'bad-input', path: 'body.email' }, 'email'],
    [{ code: 'bad-input', path: 'code' }, 'code'],
    [{ code: 'bad-input', path: 'totp' }, 'code'],
    [{ code: 'bad-input' }, 'card'],
    [{ code: 'unreachable' }, 'card'],
  ])('%j: %s', (report, at) => {
    expect(failurePosition(report).at).toBe(at);
  });

  it('can be retried if the same input may be accepted later', () => {
    const retry = (report: ErrorReport) => {
      const place = failurePosition(report);
      return place.at === 'card' && place.retry;
    };
    expect(retry({ code: 'unreachable' })).toBe(true);
    expect(retry({ code: 'sandbox-stopped' })).toBe(true);
    expect(retry({ code: 'unknown-connection' })).toBe(false);
    expect(retry({ code: 'missing-credentials' })).toBe(false);
    expect(retry({ code: 'passkey-exists' })).toBe(false);
    expect(retry(known('VERIFICATION_CODE_EXPIRED'))).toBe(false);
  });

  it.each<[ErrorReport, boolean]>([
    [{ code: 'missing-credentials' }, true],
    [known('PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT'), true],
    [known('CLIENT_AUTHENTICATION_REQUIRED'), true],
    [known('INVALID_PUBLISHABLE_CLIENT_KEY'), true],
    [known('EMAIL_PASSWORD_MISMATCH'), false],
    [known('constructor'), false],
    [{ code: 'unreachable' }, false],
  ])('%j is resolved by the publishable key: %s', (report, isResolved) => {
    expect(needsPublishableKey(report)).toBe(isResolved);
  });

  it('says when the sandbox must be started first', () => {
    expect(needsSandbox({ code: 'sandbox-stopped' })).toBe(true);
    expect(needsSandbox({ code: 'unreachable' })).toBe(false);
  });
});
