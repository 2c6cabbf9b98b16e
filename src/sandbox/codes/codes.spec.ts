import { beforeEach, describe, expect, it } from 'vitest';
import type { SandboxContext } from '../http/context';
import { Failure } from '../http/failures';
import { createRepeatableRandom } from '../seed/repeatable-random';
import { findProject } from '../stores/project-store';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';
import { checkCode, issueCode, redeemCode } from './codes';

let test: TestSandbox;
let context: SandboxContext;
beforeEach(async () => {
  test = await createTestSandbox({ seed: 'empty' });
  context = { ...test.context, random: createRepeatableRandom(3) };
});

const purpose = 'password-reset' as const;
const issue = (lifeMillis = 1000) => issueCode(context, test.project, { purpose, data: { about: 'it' }, ttlMillis: lifeMillis });
const outcome = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure && error.body.kind === 'known') return error.body.code;
    throw error;
  }
};
const check = (code: string) => outcome(() => checkCode(context, test.project, purpose, code) && 'fine');
const use = (code: string) => outcome(() => redeemCode(context, test.project, purpose, code));
const wrong = (code: string) => `${code.startsWith('000000') ? '111111' : '000000'}${code.slice(6)}`;

describe('a code', () => {
  it('has 45 characters and an ID that doesn’t reveal it', () => {
    const { id, code } = issue();
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(issue().code).not.toBe(code);
  });

  it('returns its data once, case-insensitively', () => {
    const { code } = issue();
    expect(use(code.toUpperCase())).toEqual({ about: 'it' });
    expect(use(code)).toBe('VERIFICATION_CODE_ALREADY_USED');
  });

  it('is unknown to other purposes and other projects', () => {
    const { code } = issue();
    const internal = findProject(test.store, 'internal');
    expect(internal).toBeDefined();
    if (internal === undefined) return;
    expect(outcome(() => redeemCode(context, internal, purpose, code))).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect(outcome(() => redeemCode(context, test.project, 'one-time-password', code))).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect(check(code)).toBe('fine');
  });

  it('expires after its lifetime', () => {
    const { code } = issue(1000);
    test.clock.advance(999);
    expect(check(code)).toBe('fine');
    test.clock.advance(1);
    expect(check(code)).toBe('VERIFICATION_CODE_EXPIRED');
  });

  it('reports the first error of: unknown, expired, used, too many attempts', () => {
    const { code } = issue(1000);
    for (let attempt = 0; attempt < 20; attempt += 1) check(wrong(code));
    expect(check(wrong(code))).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect(check(code)).toBe('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
    test.store.run('UPDATE verification_codes SET used_at = 1');
    expect(check(code)).toBe('VERIFICATION_CODE_ALREADY_USED');
    test.clock.advance(1000);
    expect(check(code)).toBe('VERIFICATION_CODE_EXPIRED');
  });

  it('works up to the 20th attempt, counting all attempts', () => {
    const [first, second] = [issue().code, issue().code];
    for (let attempt = 0; attempt < 19; attempt += 1) check(attempt % 2 ? first : wrong(first));
    expect(use(first)).toEqual({ about: 'it' });
    for (let attempt = 0; attempt < 20; attempt += 1) check(attempt % 2 ? second : wrong(second));
    expect(use(second)).toBe('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
  });

  it('isn’t affected by attempts with other codes', () => {
    const [first, second] = [issue().code, issue().code];
    for (let attempt = 0; attempt < 30; attempt += 1) check(wrong(first));
    expect(use(second)).toEqual({ about: 'it' });
  });

  it('is counted with an index', () => {
    const plan = test.store.all<{ detail: string }>(
      'EXPLAIN QUERY PLAN UPDATE verification_codes SET attempts = attempts + 1 WHERE project = ? AND substr(code, 7) = ?',
      [1, 'x'],
    );
    expect(plan.map(({ detail }) => detail).join()).toContain('codes_by_nonce');
  });
});
