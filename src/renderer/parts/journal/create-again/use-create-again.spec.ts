import { expect, test } from 'vitest';
import type { StepResult } from '#contract/journal/snapshot.ts';
import { phaseOf, stepsToMake } from './use-create-again';

type Result = StepResult | null | 'skipped';

const steps = (...results: readonly Result[]) =>
  results.map((result, at) => ({
    id: at === 0 ? 'create' : `s${at}`,
    skip: result === 'skipped' ? ('team-gone' as const) : null,
    result: result === 'skipped' ? null : result,
  }));

test.each<[Result[], string]>([
  [[null, null], 'plan'],
  [['failed', null], 'failed'],
  [['unclear', null], 'unclear'],
  [['running', null], 'unclear'],
  [['done', null], 'partly'],
  [['done', 'failed', 'done'], 'partly'],
  [['done', 'unclear'], 'partly'],
  [['done', 'skipped', 'done'], 'done'],
  [['done'], 'done'],
])('after %j, it is %s', (results, phase) => {
  expect(phaseOf(steps(...results), false)).toBe(phase);
  expect(phaseOf(steps(...results), true)).toBe('running');
});

test('what is done or skipped isn’t made again', () => {
  expect(stepsToMake(steps('done', 'failed', 'skipped', null, 'unclear'))).toEqual(['s1', 's3', 's4']);
});
