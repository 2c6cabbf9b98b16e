import { expect, test, vi } from 'vitest';
import { recentConnections } from './recent-connections';

vi.mock('./view-state', () => ({}));

const many = Array.from({ length: 11 }, (_, at) => ({ id: `c${at}`, kind: 'project' as const, pinned: at === 0 }));
const idsOf = (connections: readonly { readonly id: string }[]) => connections.map(({ id }) => id);

test('with ten connections, there is no section', () => {
  expect(recentConnections(many.slice(1), ['c1'])).toEqual([]);
});

test('with more, it has the last four, the last one first, without pinned and removed ones', () => {
  expect(idsOf(recentConnections(many, ['c3', 'c0', 'removed', 'c1', 'c5', 'c2', 'c4']))).toEqual(['c3', 'c1', 'c5', 'c2']);
});

test('the sandbox has its own place', () => {
  const withSandbox = [...many, { id: 'sandbox', kind: 'sandbox' as const, pinned: false }];
  expect(idsOf(recentConnections(withSandbox, ['sandbox', 'c1']))).toEqual(['c1']);
});
