import { expect, test } from 'vitest';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { byHistoryKind } from './history-entries';
import { valueChangesOf } from './value-changes';

const changes = (endpoint: string, body: unknown, before: unknown = null) =>
  valueChangesOf({ endpoint, personal: { names: {}, before, request: { body } }, outcome: null }).map(({ path, ...values }) => [
    path.join('.'),
    values.before,
    values.after,
  ]);

test('keys of metadata that differ, and not those that were sent as they were', () => {
  const before = { server_metadata: { plan: 'trial', seats: 5 }, display_name: 'Ada' };
  expect(changes('users.update', { server_metadata: { plan: 'free', seats: 5 }, display_name: 'Ada' }, before)).toEqual([
    ['server_metadata.plan', 'trial', 'free'],
  ]);
});

test('what was sent, where the old value isn’t known', () => {
  expect(changes('users.update', { display_name: 'Ada', password: '***' })).toEqual([
    ['display_name', undefined, 'Ada'],
    ['password', undefined, '***'],
  ]);
  expect(valueChangesOf({ endpoint: 'users.update', personal: null, outcome: null })).toEqual([]);
});

test('items of a project’s lists by what tells them apart', () => {
  const domain = (name: string, path = '/') => ({ domain: name, handler_path: path });
  const before = { config: { domains: [domain('https://a.example'), domain('https://b.example')], sign_up_enabled: true } };
  const body = { config: { domains: [domain('https://b.example', '/h'), domain('https://c.example')], sign_up_enabled: true } };
  expect(changes('projects.update', body, before)).toEqual([
    ['domains.https://a.example', domain('https://a.example'), undefined],
    ['domains.https://b.example', domain('https://b.example'), domain('https://b.example', '/h')],
    ['domains.https://c.example', undefined, domain('https://c.example')],
  ]);
});

test('keys of the configuration as paths, and nothing of what is deleted', () => {
  const text = { config_override_string: '{"auth.signUpRules.r1.enabled":true}' };
  expect(changes('config.overrideLevel', text)).toEqual([['auth.signUpRules.r1.enabled', undefined, true]]);
  expect(changes('users.delete', undefined, { id: 'u1' })).toEqual([]);
});

test('an impersonation is one row, without what ended its session', () => {
  const entry = (endpoint: string, impersonation: string | null, source = 'window') =>
    ({ endpoint, impersonation, source }) as JournalEntry;
  const [end, start] = [entry('auth.revokeSession', 'i1', 'app'), entry('auth.createSession', 'i1')];
  // By the admin, of a session that isn't an impersonation's; and by one who was impersonated.
  const others = [entry('auth.revokeSession', null), entry('auth.revokeSession', 'i1'), entry('auth.createSession', null)];
  expect(byHistoryKind([end, ...others, start])).toEqual({ all: [...others, start], changes: others, impersonations: [start] });
});
