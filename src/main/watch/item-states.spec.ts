import { describe, expect, test } from 'vitest';
import type { SourceItems } from './item';
import { dismissedKeys, dismissItems, keepSources, markKey, noItemStates, reconcile } from './item-states';

const day = 86_400_000;
const now = 1_700_000_000_000;
const always = Number.POSITIVE_INFINITY;
const never = Number.NEGATIVE_INFINITY;
const finding = { id: 'f', connectionId: 'c', kind: 'failed-emails', count: 1 } as const;
const reports = (marks: readonly string[], own: Partial<SourceItems> = {}): SourceItems => ({
  source: 'emails:c',
  baseline: null,
  items: marks.map((mark) => ({ mark, finding })),
  ...own,
});
const keysOf = (...marks: readonly string[]) => new Set(marks.map((mark) => markKey('emails:c', mark)));

describe('reconcile', () => {
  test('notifies of an item once', () => {
    const first = reconcile(noItemStates, [reports(['a'])], now, always);
    expect(first.fresh).toEqual(keysOf('a'));
    const again = reconcile(first.marks, [reports(['a', 'b'])], now + 1, always);
    expect(again.fresh).toEqual(keysOf('b'));
    expect(reconcile(again.marks, [reports(['a', 'b'])], now + 2, always).fresh).toEqual(new Set());
  });

  test('returns the same marks if nothing changed, so that nothing is written', () => {
    const { marks } = reconcile(noItemStates, [reports(['a'])], now, always);
    expect(reconcile(marks, [reports(['a'])], now + day, always).marks).toBe(marks);
    expect(reconcile(marks, [], now + day, always).marks).toBe(marks);
  });

  test.each(['notified', 'dismissed'] as const)('takes the first check as known (%s), and notifies of later items', (baseline) => {
    const first = reconcile(noItemStates, [reports(['old'], { baseline })], now, always);
    expect(first.fresh).toEqual(new Set());
    expect(first.marks.marks).toEqual([{ source: 'emails:c', mark: 'old', state: baseline }]);
    expect(reconcile(first.marks, [reports(['old', 'new'], { baseline })], now, always).fresh).toEqual(keysOf('new'));
  });

  test('a first check without items is a check as well', () => {
    const first = reconcile(noItemStates, [reports([], { baseline: 'dismissed' })], now, always);
    expect(reconcile(first.marks, [reports(['new'], { baseline: 'dismissed' })], now, always).fresh).toEqual(keysOf('new'));
  });

  test('leaves items for later in quiet hours, and the first check stays known', () => {
    const quiet = reconcile(noItemStates, [reports(['old'], { baseline: 'dismissed' })], now, never);
    const later = reconcile(quiet.marks, [reports(['old', 'night'], { baseline: 'dismissed' })], now + 1, never);
    expect(later.fresh).toEqual(new Set());
    expect(reconcile(later.marks, [reports(['old', 'night'], { baseline: 'dismissed' })], now + 2, always).fresh).toEqual(keysOf('night'));
  });

  test.each([
    ['within a day', day, []],
    ['after more than a day', day + 1, ['a']],
  ])('an item that is missing and returns %s', (_when, millis, notified) => {
    const seen = reconcile(noItemStates, [reports(['a'])], now, always);
    const missing = reconcile(seen.marks, [reports([])], now + 1, always);
    const later = reconcile(missing.marks, [reports([])], now + 1 + millis, always);
    expect(reconcile(later.marks, [reports(['a'])], now + 2 + millis, always).fresh).toEqual(keysOf(...notified));
  });

  test('a clock that was set back doesn’t keep a missing item longer than another day', () => {
    const seen = reconcile(noItemStates, [reports(['a'])], now, always);
    const missing = reconcile(seen.marks, [reports([])], now + 400 * day, always);
    const back = reconcile(missing.marks, [reports([])], now, always);
    expect(reconcile(back.marks, [reports([])], now + day + 1, always).marks.marks).toEqual([]);
  });

  test('the marks of sources that weren’t checked stay', () => {
    const seen = reconcile(noItemStates, [reports(['a'])], now, always);
    const other = reconcile(seen.marks, [reports([], { source: 'emails:d' })], now + 9 * day, always);
    expect(other.marks.marks).toEqual(seen.marks.marks);
  });
});

test('a dismissed item is known, and dismissing it again changes nothing', () => {
  const item = { source: 'emails:c', mark: 'a' };
  const dismissed = dismissItems(reconcile(noItemStates, [reports(['a'])], now, always).marks, [item]);
  expect(dismissedKeys(dismissed)).toEqual(keysOf('a'));
  expect(dismissItems(dismissed, [item])).toBe(dismissed);
  expect(reconcile(dismissed, [reports(['a'])], now, always).fresh).toEqual(new Set());
});

test('sources that no longer exist are removed', () => {
  const { marks } = reconcile(noItemStates, [reports(['a']), reports(['b'], { source: 'emails:d' })], now, always);
  expect(keepSources(marks, () => true)).toBe(marks);
  expect(keepSources(marks, (source) => source !== 'emails:d')).toEqual(reconcile(noItemStates, [reports(['a'])], now, always).marks);
});
