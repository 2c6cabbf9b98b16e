import { describe, expect, it, test } from 'vitest';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import {
  appliedDomain,
  domainStatus,
  hasServer,
  keepsPassword,
  managedLocalPart,
  managedSubdomain,
  type ServerValues,
  serverInput,
  serverValues,
  storedPassword,
  toServerInput,
} from './server-values';

const reference = { ref: 'r1' };
const own = {
  type: 'standard',
  host: 'smtp.engines.example',
  port: 465,
  username: 'mailer',
  password: reference,
  sender_name: 'Engines',
  sender_email: 'noreply@engines.example',
} as const;
const projectWith = (email_config: AdminProject['config']['email_config']) =>
  ({ display_name: 'Engines', config: { email_config } }) as AdminProject;

const stored = serverValues(projectWith(own));
const shared = serverValues(projectWith({ type: 'shared' }));

test('the stored password is not among the values', () => {
  expect(stored).toEqual({ ...own, port: '465', password: '' });
  expect(storedPassword(projectWith(own))).toBe(reference);
  expect(storedPassword(projectWith({ type: 'shared' }))).toBeUndefined();
});

test('a new server starts with a port and the project’s name', () => {
  expect(shared).toMatchObject({ type: 'shared', host: '', port: '587', sender_name: 'Engines' });
});

it.each<[what: string, before: ServerValues, change: Partial<ServerValues>, kept: boolean]>([
  ['nothing', stored, {}, true],
  ['the port', stored, { port: '25' }, true],
  ['spaces around the host', stored, { host: ' smtp.engines.example ' }, true],
  ['the host', stored, { host: 'smtp.elsewhere.example' }, false],
  ['the password', stored, { password: 'new' }, false],
  ['the shared server to an own one', shared, { type: 'standard', host: 'smtp.engines.example' }, false],
])('keeps the password if it changes %s: %#', (_what, before, change, kept) => {
  expect(keepsPassword({ ...before, ...change } as ServerValues, before)).toBe(kept);
});

describe('what is sent', () => {
  const problems = (change: Partial<ServerValues>, before = stored) => {
    const parsed = serverInput.safeParse(toServerInput({ ...before, ...change } as ServerValues, before, reference));
    return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
  };

  it.each<[what: string, change: Partial<ServerValues>, expected: readonly string[]]>([
    ['unchanged values', {}, []],
    ['the shared server, whatever else was entered', { type: 'shared', host: '', port: 'x' }, []],
    ['no host', { host: ' ' }, ['host', 'password']],
    ['another host with a password', { host: 'x.example', password: 'p' }, []],
    ['another host without one', { host: 'x.example' }, ['password']],
    ['a password of 71 characters', { password: 'x'.repeat(71) }, ['password']],
    ['no port', { port: '' }, ['port']],
    ['a port that is text', { port: '25a' }, ['port']],
    ['a negative port', { port: '-1' }, ['port']],
    ['a port of 65536', { port: '65536' }, ['port']],
    ['a port of 65535', { port: '65535' }, []],
    ['no username', { username: '' }, ['username']],
    ['no sender name', { sender_name: '' }, ['sender_name']],
    ['a sender that is no address', { sender_email: 'noreply' }, ['sender_email']],
  ])('has problems where they are: %s', (_what, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  it('requires a password for a first server of its own', () => {
    expect(problems({ type: 'standard', host: 'h', username: 'u', sender_email: 'a@b.example' }, shared)).toEqual(['password']);
  });

  it('contains the reference to the stored password, or the new one', () => {
    expect(toServerInput(stored, stored, reference)).toEqual(own);
    expect(toServerInput({ ...stored, password: 'new' }, stored, reference)).toEqual({ ...own, password: 'new' });
  });
});

test.each([
  [stored, own, true],
  [{ ...stored, port: '25' }, own, false],
  [shared, own, false],
  [shared, { type: 'shared' } as const, true],
  [stored, { type: 'shared' } as const, false],
])('after a lost response: %#', (values, sent, expected) => {
  expect(hasServer(values as ServerValues, sent)).toBe(expected);
});

describe('a managed domain', () => {
  const domain = {
    domain_id: 'd',
    subdomain: 'mail.engines.example',
    sender_local_part: 'hello',
    name_server_records: [],
    status: 'applied',
  };
  const managed = { ...own, host: 'smtp.resend.com', username: 'resend', sender_email: 'Hello@mail.engines.example' };

  test.each([
    ['is the applied one whose address sends', managed, domain, domain],
    ['isn’t one that is only verified', managed, { ...domain, status: 'verified' }, undefined],
    ['isn’t one from which nothing is sent', { ...managed, sender_email: 'other@mail.engines.example' }, domain, undefined],
    ['isn’t used with another host', { ...managed, host: 'smtp.engines.example' }, domain, undefined],
    ['isn’t used with the shared server', { type: 'shared' } as const, domain, undefined],
  ])('%s', (_what, server, listed, expected) => {
    expect(appliedDomain(projectWith(server), [listed])).toEqual(expected);
  });
});

test.each([
  ['pending_dns', 'pending'],
  ['pending_verification', 'pending'],
  ['verified', 'verified'],
  ['applied', 'applied'],
  ['failed', 'failed'],
  ['paused', 'unknown'],
  ['', 'unknown'],
] as const)('a domain with the status %j is %s', (status, expected) => {
  expect(domainStatus({ status })).toBe(expected);
});

test.each([
  [' Mail.Example.com ', 'mail.example.com'],
  ['a-b.c.example.org', 'a-b.c.example.org'],
  ['example.com', null],
  ['https://mail.example.com', null],
  ['mail.example.com.', null],
  ['mail..example.com', null],
  ['-mail.example.com', null],
  ['mail.example.c', null],
  ['mail.exämple.com', null],
  [`${'a'.repeat(64)}.example.com`, null],
  ['mail.example.com/x', null],
  ['', null],
])('the managed domain %j is sent as %j', (typed, expected) => {
  expect(managedSubdomain.safeParse(typed).data ?? null).toBe(expected);
});

test.each([
  [' Hello ', 'hello'],
  ['no.reply+a', 'no.reply+a'],
  ['.hello', null],
  ['hello@mail', null],
  ['hello there', null],
  ['a'.repeat(65), null],
  ['', null],
])('the sender %j is sent as %j', (typed, expected) => {
  expect(managedLocalPart.safeParse(typed).data ?? null).toBe(expected);
});
