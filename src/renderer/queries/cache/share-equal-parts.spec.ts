import { expect, it } from 'vitest';
import { shareEqualParts } from './share-equal-parts';

it('keeps the parts that are equal', () => {
  const before = {
    items: [
      { id: 1, metadata: { a: 1 } },
      { id: 2, metadata: {} },
    ],
  };
  const after = shareEqualParts(before, {
    items: [
      { id: 1, metadata: { a: 1 } },
      { id: 2, metadata: { b: 2 } },
    ],
  }) as typeof before;
  expect(after.items[0]).toBe(before.items[0]);
  expect(after.items[1]).toEqual({ id: 2, metadata: { b: 2 } });
  expect(shareEqualParts(before, structuredClone(before))).toBe(before);
});

it.each(['{"__proto__": {"a": 1}, "b": 2}', '[{"metadata": {"__proto__": null}}]', '{"a": [[{"__proto__": 1}]]}'])(
  'keeps every key of %s',
  (text) => {
    const before = JSON.parse(text.replaceAll('1', '3'));
    expect(JSON.stringify(shareEqualParts(before, JSON.parse(text)))).toBe(JSON.stringify(JSON.parse(text)));
  },
);
