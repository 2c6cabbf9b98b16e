import { describe, expect, it } from 'vitest';
import { shownChanges } from './grant-bar';

const grant = (permissionId: string) => ({ kind: 'grant', userId: 'ada', permissionId }) as const;
const revoke = (permissionId: string) => ({ kind: 'revoke', userId: 'ada', permissionId }) as const;

describe('the changes that are shown', () => {
  it('starts with the revocations, each kind in its order', () => {
    const { shown, rest } = shownChanges([grant('a'), revoke('b'), grant('c'), revoke('d')], 4);
    expect(shown).toEqual([revoke('b'), revoke('d'), grant('a'), grant('c')]);
    expect(rest).toEqual([]);
  });

  it('returns what has no room as the rest', () => {
    const { shown, rest } = shownChanges([grant('a'), grant('b'), revoke('c')], 2);
    expect(shown).toEqual([revoke('c'), grant('a')]);
    expect(rest).toEqual([grant('b')]);
  });

  it('shows nothing without changes', () => {
    expect(shownChanges([], 4)).toEqual({ shown: [], rest: [] });
  });
});
