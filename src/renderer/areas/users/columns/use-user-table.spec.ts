import { expect, test } from 'vitest';
import { fitting } from './use-user-table';

const columns = ['user', 'signed-up', 'active', 'methods'].map((id) => ({ id }));

test.each([
  [4, 'active', 'user signed-up active methods'],
  [3, 'active', 'user signed-up active'],
  [2, 'active', 'user active'],
  [2, 'methods', 'user methods'],
  [2, 'signed-up', 'user signed-up'],
  [2, undefined, 'user signed-up'],
  [2, 'country', 'user signed-up'],
])('with room for %i columns, a list sorted by %s shows %s', (count, sortedId, shown) => {
  expect(
    fitting(columns, count, sortedId)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(shown);
});
