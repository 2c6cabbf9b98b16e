import { describe, expect, it, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import type { StepResult } from '#data/repeatable-writes.ts';
import { inviteEach, settleUnknown } from './data';

const emails = ['ada@e.example', 'grace@e.example', 'mary@e.example'];

async function run(failures: Readonly<Record<string, Error>>) {
  const send = vi.fn(async (email: string) => {
    const failure = failures[email];
    if (failure !== undefined) throw failure;
  });
  const results = new Map<string, StepResult>();
  await inviteEach(emails, send, (email, result) => results.set(email, result));
  return { sent: send.mock.calls.map(([email]) => email), states: emails.map((email) => results.get(email)?.state ?? null) };
}

describe('inviting several addresses', () => {
  it('sends them one after another', async () => {
    expect(await run({})).toEqual({ sent: emails, states: ['done', 'done', 'done'] });
  });

  it.each([
    ['an address that the service refuses', fail('known-error', { known: 'SCHEMA_ERROR' })],
    ['a status that concerns one address', fail('service-error', { status: 400 })],
  ])('goes on after %s', async (_what, failure) => {
    expect(await run({ 'grace@e.example': failure })).toEqual({ sent: emails, states: ['done', 'failed', 'done'] });
  });

  it.each([
    ['a permission that was lost', fail('known-error', { known: 'TEAM_PERMISSION_REQUIRED' }), 'failed'],
    ['a redirect URL that isn’t trusted', fail('known-error', { known: 'REDIRECT_URL_NOT_WHITELISTED' }), 'failed'],
    ['a declined confirmation', fail('not-confirmed'), 'failed'],
    ['a lost response', fail('connection-lost'), 'unknown'],
    ['a failure inside the service', fail('service-error', { status: 502 }), 'unknown'],
  ] as const)('stops at %s and skips the rest', async (_what, failure, state) => {
    expect(await run({ 'grace@e.example': failure })).toEqual({ sent: emails.slice(0, 2), states: ['done', state, 'skipped'] });
  });
});

describe('unknown results', () => {
  const unknown: StepResult = { state: 'unknown', report: { code: 'connection-lost' } };
  const invitation = (id: string, email: string) => ({ id, team_id: 't', recipient_email: email, expires_at_millis: 0 });

  it.each([
    ['a new invitation to the address', [invitation('new', 'Ada@e.example')], 'done'],
    ['an older invitation to the address', [invitation('old', 'ada@e.example')], 'unknown'],
    ['a new invitation to another address', [invitation('new', 'grace@e.example')], 'unknown'],
  ])('%s', (_what, pending, state) => {
    const settled = settleUnknown(new Map([['ada@e.example', unknown]]), new Set(['old']), pending);
    expect(settled.get('ada@e.example')?.state).toBe(state);
  });

  it('keeps what is known', () => {
    const failed: StepResult = { state: 'failed', report: { code: 'bad-input' } };
    expect(settleUnknown(new Map([['ada@e.example', failed]]), new Set(), [invitation('new', 'ada@e.example')]).get('ada@e.example')).toBe(
      failed,
    );
  });
});
