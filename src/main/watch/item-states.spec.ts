import { describe, expect, test } from 'vitest';
import type { SourceItems } from './item';
import { dismissedKeys, dismissItems, keepSources, markKey, noMarks, reconcile } from './item-states';

const day = 86_400_000;
const now = 1_700_000_000_000;
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
    const first = reconcile(noMarks, [reports(['a'])], now, true);
    expect(first.fresh).toEqual(keysOf('a'));
    const again = reconcile(first.marks, [reports(['a', 'b'])], now + 1, true);
    expect(again.fresh).toEqual(keysOf('b'));
    expect(reconcile(again.marks, [reports(['a', 'b'])], now + 2, true).fresh).toEqual(new Set());
  });

  test('returns the same marks if nothing changed, so that nothing is written', () => {
    const { marks } = reconcile(noMarks, [reports(['a'])], now, true);
    expect(reconcile(marks, [reports(['a'])], now + day, true).marks).toBe(marks);
    expect(reconcile(marks, [], now + day, true).marks).toBe(marks);
  });

  test.each(['notified', 'dismissed'] as const)('takes the first look as known (%s), and notifies of later items', (baseline) => {
    const first = reconcile(noMarks, [reports(['old'], { baseline })], now, true);
    expect(first.fresh).toEqual(new Set());
    expect(first.marks.marks).toEqual([{ source: 'emails:c', mark: 'old', state: baseline }]);
    expect(reconcile(first.marks, [reports(['old', 'new'], { baseline })], now, true).fresh).toEqual(keysOf('new'));
  });

  test('a first look without items is a look as well', () => {
    const first = reconcile(noMarks, [reports([], { baseline: 'dismissed' })], now, true);
    expect(reconcile(first.marks, [reports(['new'], { baseline: 'dismissed' })], now, true).fresh).toEqual(keysOf('new'));
  });

  test('leaves items for later in quiet hours, and the first look stays known', () => {
    const quiet = reconcile(noMarks, [reports(['old'], { baseline: 'dismissed' })], now, false);
    const later = reconcile(quiet.marks, [reports(['old', 'night'], { baseline: 'dismissed' })], now + 1, false);
    expect(later.fresh).toEqual(new Set());
    expect(reconcile(later.marks, [reports(['old', 'night'], { baseline: 'dismissed' })], now + 2, true).fresh).toEqual(keysOf('night'));
  });

  test.each([
    ['within a day', day, []],
    ['after more than a day', day + 1, ['a']],
  ])('an item that is missing and returns %s', (_when, millis, notified) => {
    const seen = reconcile(noMarks, [reports(['a'])], now, true);
    const missing = reconcile(seen.marks, [reports([])], now + 1, true);
    const later = reconcile(missing.marks, [reports([])], now + 1 + millis, true);
    expect(reconcile(later.marks, [reports(['a'])], now + 2 + millis, true).fresh).toEqual(keysOf(...notified));
  });

  test('a clock that was set back doesn’t keep a missing item longer than another day', () => {
    const seen = reconcile(noMarks, [reports(['a'])], now, true);
    const missing = reconcile(seen.marks, [reports([])], now + 400 * day, true);
    const back = reconcile(missing.marks, [reports([])], now, true);
    expect(reconcile(back.marks, [reports([])], now + day + 1, true).marks.marks).toEqual([]);
  });

  test('the marks of sources that weren’t looked at stay', () => {
    const seen = reconcile(noMarks, [reports(['a'])], now, true);
    const other = reconcile(seen.marks, [reports([], { source: 'emails:d' })], now + 9 * day, true);
    expect(other.marks.marks).toEqual(seen.marks.marks);
  });
});

test('a dismissed item is known, and dismissing it again changes nothing', () => {
  const item = { source: 'emails:c', mark: 'a' };
  const dismissed = dismissItems(reconcile(noMarks, [reports(['a'])], now, true).marks, [item]);
  expect(dismissedKeys(dismissed)).toEqual(keysOf('a'));
  expect(dismissItems(dismissed, [item])).toBe(dismissed);
  expect(reconcile(dismissed, [reports(['a'])], now, true).fresh).toEqual(new Set());
});

test('sources that no longer exist are removed', () => {
  const { marks } = reconcile(noMarks, [reports(['a']), reports(['b'], { source: 'emails:d' })], now, true);
  expect(keepSources(marks, () => true)).toBe(marks);
  expect(keepSources(marks, (source) => source !== 'emails:d')).toEqual(reconcile(noMarks, [reports(['a'])], now, true).marks);
});
