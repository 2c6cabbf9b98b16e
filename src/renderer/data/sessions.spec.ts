import { describe, expect, it, test } from 'vitest';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import { AppError, type ErrorReport, fail } from '#contract/errors.ts';
import { areAllEnded, markEnded, markEndedOf, mayMeanNoSessions, type RowResult, revokeSequentially } from './sessions';

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

const session = (id: string) => ({ id });
const impersonation = (id: string, sessionId: string | null) => ({ id, sessionId }) as Impersonation;

describe('whether a list of sessions is empty by now', () => {
  test('is known once each of them was revoked, or its impersonation ended', () => {
    const list = { items: [session('a'), session('b')] };
    expect(areAllEnded(list)).toBe(false);
    markEnded('a');
    expect(areAllEnded(list)).toBe(false);
    markEndedOf([impersonation('1', 'b'), impersonation('2', null)], []);
    expect(areAllEnded(list)).toBe(true);
  });

  test('isn’t known of an impersonation that goes on, of items that couldn’t be read, and before a list was read', () => {
    markEndedOf([impersonation('1', 'c')], [impersonation('1', 'c')]);
    expect(areAllEnded({ items: [session('c')] })).toBe(false);
    markEnded('d');
    expect(areAllEnded({ items: [session('d')], omitted: { count: 1, path: 'items.1' } })).toBe(false);
    expect(areAllEnded(undefined)).toBe(false);
  });
});

function runWith(failures: Readonly<Record<string, ErrorReport>>) {
  const said: string[] = [];
  const revoke = async (id: string) => {
    const report = failures[id];
    if (report) throw new AppError(report);
  };
  const tell = (id: string, result: RowResult | null) => said.push(`${id} ${result?.state ?? 'forgotten'}`);
  return revokeSequentially(['a', 'b', 'c'], revoke, tell).then((summary) => ({ summary, said }));
}

const refused: ErrorReport = { code: 'service-error', status: 503 };

describe('revoking several sessions', () => {
  it('revokes them one after another', async () => {
    const { summary, said } = await runWith({});
    expect(summary).toEqual({ revoked: 3, failed: 0, left: 0 });
    expect(said.slice(3)).toEqual(['a running', 'a revoked', 'b running', 'b revoked', 'c running', 'c revoked']);
  });

  it('continues after a rejected one', async () => {
    const { summary, said } = await runWith({ b: refused });
    expect(summary).toEqual({ revoked: 2, failed: 1, left: 0 });
    expect(said.slice(-3)).toEqual(['b failed', 'c running', 'c revoked']);
  });

  it.each(['session-ended', 'unreachable', 'bridge-lost'] as const)('stops at %s, and the rest is as before', async (code) => {
    const { summary, said } = await runWith({ a: { code } });
    expect(summary).toEqual({ revoked: 0, failed: 1, left: 2 });
    expect(said.slice(-3)).toEqual(['a failed', 'b forgotten', 'c forgotten']);
  });

  it('does nothing for an empty list', async () => {
    expect(
      await revokeSequentially(
        [],
        async () => {},
        () => {},
      ),
    ).toEqual({ revoked: 0, failed: 0, left: 0 });
  });
});
