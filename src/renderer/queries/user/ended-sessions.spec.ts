import { describe, expect, test } from 'vitest';
import type { Impersonation } from '../../../contract/bridge/impersonations';
import { areAllEnded, markEnded, markEndedOf } from './ended-sessions';

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
