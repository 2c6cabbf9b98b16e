import { describe, expect, it } from 'vitest';
import { fail } from '../../contract/errors';
import { mayMeanNoSessions } from './may-mean-no-sessions';

const plain500 = fail('service-error', { status: 500 });
const before = { features: { 'empty-session-lists': false } };
const since = { features: { 'empty-session-lists': true } };

describe('status 500 for a list of sessions', () => {
  it.each([
    { what: 'a release before 2.8.13', connection: before },
    { what: 'an unknown release', connection: { features: {} } },
    { what: 'a service that was not detected', connection: { features: null } },
    { what: 'an unknown connection', connection: undefined },
  ])('may mean no sessions on $what', ({ connection }) => {
    expect(mayMeanNoSessions(plain500, connection)).toBe(true);
  });

  it('is an error from 2.8.13 on', () => {
    expect(mayMeanNoSessions(plain500, since)).toBe(false);
  });
});

it.each([
  fail('service-error', { status: 502 }),
  fail('service-error', { status: 404 }),
  fail('service-error'),
  fail('known-error', { status: 500, known: 'X' }),
  fail('unreachable'),
  new Error('x'),
  null,
])('%s is an error on every release', (error) => {
  expect(mayMeanNoSessions(error, before)).toBe(false);
});
