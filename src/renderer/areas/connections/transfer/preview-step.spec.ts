import { expect, test } from 'vitest';
import type { PreviewEntry } from '#contract/bridge/sealed-connections.ts';
import { afterFailure, startOf, wouldAdd } from './preview-step';

const entry = (index: number, skip: PreviewEntry['skip']): PreviewEntry => ({ index, name: `n${index}`, connection: null, skip });

test.each([
  [null, true, true],
  ['not-secure', false, true],
  ['duplicate', false, false],
  ['invalid', false, false],
  ['too-many', false, false],
] as const)('an entry with %s is added: %s, with plain HTTP: %s', (skip, without, withPlain) => {
  expect([wouldAdd(entry(0, skip), false), wouldAdd(entry(0, skip), true)]).toEqual([without, withPlain]);
});

test('after each failure, it knows what was added, and not what was there before', () => {
  const start = startOf([entry(0, 'duplicate'), entry(1, null), entry(2, 'not-secure'), entry(3, null)]);
  const failed = { outcome: 'failed', name: 'n2', error: { code: 'keychain-locked' } } as const;
  const first = afterFailure(start, {
    ...failed,
    added: ['a'],
    preview: [entry(0, 'duplicate'), entry(1, 'duplicate'), entry(2, 'not-secure'), entry(3, null)],
  });
  expect(first).toMatchObject({ added: ['a'], done: [1], stopped: { name: 'n2', error: { code: 'keychain-locked' } } });
  const second = afterFailure(first, {
    ...failed,
    added: ['b'],
    preview: [entry(0, 'duplicate'), entry(1, 'duplicate'), entry(2, 'duplicate'), entry(3, null)],
  });
  expect(second).toMatchObject({ added: ['a', 'b'], done: [1, 2] });
});
