import { describe, expect, test } from 'vitest';
import { base32Text, drawnAtOnce, uuid } from './random';

/** Bytes that count up, so that each one tells where it comes from. */
function counting() {
  let next = 0;
  const draws: number[] = [];
  const draw = (bytes: number) => {
    draws.push(bytes);
    return Uint8Array.from({ length: bytes }, () => next++ % 251);
  };
  return { draw, draws };
}

describe('drawnAtOnce', () => {
  test('returns as many bytes as are requested, none of them twice', () => {
    const { draw, draws } = counting();
    const random = drawnAtOnce(draw);
    const seen = [1, 16, 45, 8192, 8000, 300, 0].map((length) => random(length));
    expect(seen.map(({ length }) => length)).toEqual([1, 16, 45, 8192, 8000, 300, 0]);
    expect([...(seen[0] ?? []), ...(seen[1] ?? []), ...(seen[2] ?? [])]).toEqual(Array.from({ length: 62 }, (_, at) => at));
    const ranges = seen
      .filter(({ length }) => length > 0)
      .map((part) => [part.buffer, part.byteOffset, part.byteOffset + part.length] as const);
    for (const [at, [buffer, from, to]] of ranges.entries()) {
      const others = ranges.filter(([other], index) => index !== at && other === buffer);
      expect(others.every(([, start, end]) => end <= from || start >= to)).toBe(true);
    }
    expect(draws.length).toBeLessThan(seen.length);
  });

  test('keeps what it returned', () => {
    const random = drawnAtOnce(counting().draw);
    const first = random(16);
    const copy = [...first];
    for (let draw = 0; draw < 2000; draw += 1) random(16);
    expect([...first]).toEqual(copy);
  });

  test('draws what is larger separately', () => {
    const { draw, draws } = counting();
    expect(drawnAtOnce(draw)(100_000)).toHaveLength(100_000);
    expect(draws).toEqual([100_000]);
  });
});

test('texts and IDs have the service’s formats', () => {
  const random = drawnAtOnce(counting().draw);
  expect(base32Text(random, 33)).toBe('0123456789abcdefghjkmnpqrstvwxyz0');
  expect(uuid(random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
