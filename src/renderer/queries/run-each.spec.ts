import { expect, it } from 'vitest';
import { fail } from '../../contract/errors';
import { runEach, type StepResult } from './run-each';

const items = ['a', 'b', 'c'];

async function statesAfter(failure: Error): Promise<(string | null)[]> {
  const results = new Map<string, StepResult>();
  await runEach(items, {
    send: (item) => (item === 'b' ? Promise.reject(failure) : Promise.resolve()),
    report: (item, result) => results.set(item, result),
    ofAll: new Set(['TEAM_NOT_FOUND', 'Not for anyone']),
  });
  return items.map((item) => results.get(item)?.state ?? null);
}

it.each([
  ['goes on after a refusal of one', fail('known-error', { known: 'PERMISSION_NOT_FOUND' }), ['done', 'failed', 'done']],
  ['goes on after an input that is refused', fail('bad-input'), ['done', 'failed', 'done']],
  ['stops at a refusal of all', fail('known-error', { known: 'TEAM_NOT_FOUND' }), ['done', 'failed', 'skipped']],
  ['goes on after a refusal of one in words', fail('service-error', { status: 404, text: 'Not for this one' }), ['done', 'failed', 'done']],
  ['stops at a refusal of all in words', fail('service-error', { status: 400, text: 'Not for anyone' }), ['done', 'failed', 'skipped']],
  ['stops at a declined confirmation', fail('cancelled'), ['done', 'failed', 'skipped']],
  ['stops at a lost response', fail('connection-lost'), ['done', 'unknown', 'skipped']],
] as const)('%s', async (_what, failure, states) => {
  expect(await statesAfter(failure)).toEqual(states);
});
