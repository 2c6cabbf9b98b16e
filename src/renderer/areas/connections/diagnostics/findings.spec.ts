import { expect, test } from 'vitest';
import type { ConnectionCheck, TestResult } from '#contract/bridge/connection-test.ts';
import type { Diagnosis, DiagnosisStep } from '#contract/bridge/diagnostics.ts';
import { createTranslator } from '#messages/translator.ts';
import { accountFinding, networkFindings, serviceFindings } from './findings';

const messages = createTranslator('en');
const step = (name: DiagnosisStep['name'], change: Partial<DiagnosisStep> = {}): DiagnosisStep => ({
  name,
  ok: true,
  found: '200',
  millis: 3,
  ...change,
});
const diagnosis = (steps: DiagnosisStep[], online = true): Diagnosis => ({
  baseUrl: 'https://api.example',
  online,
  proxy: null,
  at: 0,
  steps,
});
const statesOf = (findings: readonly { id: string; state: string }[]) => findings.map(({ id, state }) => `${id} ${state}`);

test('without a network, there is one step, which says so', () => {
  expect(networkFindings(messages, diagnosis([], false), false)).toMatchObject([{ id: 'network', state: 'failed', code: 'offline' }]);
});

test('a failed step says what failed, what it is about, and what to do', () => {
  const [found] = networkFindings(
    messages,
    diagnosis([step('name', { ok: false, found: 'ENOTFOUND', reason: 'address-not-found' })]),
    false,
  );
  expect(found).toMatchObject({ state: 'failed', code: 'ENOTFOUND', title: 'DNS lookup' });
  expect([found?.result, found?.about, found?.next].every((text) => text !== undefined && text !== '')).toBe(true);
});

test('what to do about several failures of one reason is shown once', () => {
  const failed = (name: DiagnosisStep['name']) => step(name, { ok: false, found: 'ECONNREFUSED', reason: 'unreachable' });
  const found = networkFindings(messages, diagnosis([step('name'), failed('connection'), failed('health')]), false);
  expect(found.map(({ next }) => next !== undefined)).toEqual([false, true, false]);
});

test.each<[string, Partial<DiagnosisStep>, boolean, string]>([
  ['a clock that agrees', { aheadSeconds: 120 }, false, 'ok'],
  ['a clock that is ahead', { aheadSeconds: 121 }, false, 'warning'],
  ['a clock that is behind', { aheadSeconds: -121 }, false, 'warning'],
  ['the sandbox’s clock, which is set on purpose', { aheadSeconds: 9_000 }, true, 'ok'],
  ['responses without a date', { ok: false, found: 'no-date' }, false, 'warning'],
])('%s', (_what, change, hasOwnClock, state) => {
  const [found] = networkFindings(messages, diagnosis([step('clock', change)]), hasOwnClock);
  expect([found?.state, (found?.next ?? '') !== '']).toEqual([state, state === 'warning' && change.ok !== false]);
});

const check = (
  name: ConnectionCheck['name'],
  outcome: ConnectionCheck['outcome'],
  change: Partial<ConnectionCheck> = {},
): ConnectionCheck => ({
  name,
  outcome,
  unlocks: [],
  millis: 4,
  ...change,
});
const result = (checks: ConnectionCheck[], release: TestResult['release'] = { number: '2.8.4', isNewer: false }): TestResult => ({
  checks,
  release,
  project: null,
  adminData: false,
});

test('the version follows the service, and the keys follow the project', () => {
  const checks = [
    check('reach', 'ok'),
    check('project', 'ok'),
    check('client', 'not-needed'),
    check('server', 'missing'),
    check('admin', 'ok'),
  ];
  expect(statesOf(serviceFindings(messages, result(checks)))).toEqual([
    'reach ok',
    'release ok',
    'project ok',
    'client ok',
    'server skipped',
    'admin ok',
  ]);
});

test('a version that is newer, or that the service doesn’t tell, is a warning', () => {
  const states = [{ number: '9.0.0', isNewer: true }, null].map(
    (release) => serviceFindings(messages, result([check('reach', 'ok')], release))[1]?.state,
  );
  expect(states).toEqual(['warning', 'warning']);
});

test('a service that isn’t reached leaves the rest unchecked', () => {
  const checks = [check('reach', 'refused', { error: { code: 'timed-out' } }), check('project', 'not-checked')];
  expect(statesOf(serviceFindings(messages, result(checks, null)))).toEqual(['reach failed', 'release skipped', 'project skipped']);
});

test('a refused key has its own advice', () => {
  const error = { code: 'known-error', known: 'INVALID_SECRET_SERVER_KEY' } as const;
  const [, , found] = serviceFindings(messages, result([check('reach', 'ok'), check('server', 'refused', { error })]));
  expect(found).toMatchObject({ state: 'failed', code: 'INVALID_SECRET_SERVER_KEY', next: messages.t('connect.refused.server') });
});

const account = {
  id: 'a',
  connectionId: 'c',
  userId: 'u',
  displayName: 'Ada',
  primaryEmail: 'ada@analytical.example',
  state: 'signed-in',
  current: true,
  isShared: false,
} as const;

test.each([
  ['no account', undefined, null, 'skipped'],
  ['a valid session', account, null, 'ok'],
  ['an anonymous session', { ...account, state: 'anonymous' as const }, null, 'ok'],
  ['a session that has ended', { ...account, state: 'invalid' as const }, null, 'failed'],
  ['a session that couldn’t be checked', account, { code: 'timed-out' as const }, 'failed'],
])('%s', (_what, of, failure, state) => {
  const found = accountFinding(messages, of, failure);
  expect(found.state).toBe(state);
  expect(JSON.stringify(found)).not.toMatch(/ada/i);
});
