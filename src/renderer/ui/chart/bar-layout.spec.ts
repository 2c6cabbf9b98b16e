import { describe, expect, it, test } from 'vitest';
import { barLayout, margin } from './bar-layout';

const size = { width: 336, height: 128, format: String };
const base = size.height - margin.bottom;
const heights = (...values: number[]) => barLayout(values, size).bars.map(({ height }) => height);
const tickLabels = (...values: number[]) => barLayout(values, size).ticks.map(({ label }) => Number(label));

describe('bars', () => {
  it('are as high as their share of the scale', () => {
    const full = base - margin.top;
    expect(heights(0, 50, 100)).toEqual([0, full / 2, full]);
  });

  it('can be seen, however small the count is', () => {
    expect(heights(1, 1_000_000)[0]).toBe(2);
  });

  test.each([
    ['negative', -5],
    ['not a number', Number.NaN],
    ['infinite', Number.POSITIVE_INFINITY],
  ])('don’t exist for a count that is %s', (_name, value) => {
    expect(heights(value, 10)[0]).toBe(0);
  });

  it('fill the width side by side, with columns that touch', () => {
    const { bars, left } = barLayout([1, 2, 3], size);
    expect(bars[0]?.columnX).toBeCloseTo(left);
    for (const [at, bar] of bars.entries()) {
      const next = bars[at + 1];
      const end = bar.columnX + bar.columnWidth;
      expect(end).toBeCloseTo(next?.columnX ?? size.width - margin.right);
      expect(bar.x + bar.width).toBeLessThan(end);
    }
  });

  it('fit a chart that has no room', () => {
    for (const { width, height } of barLayout([1, 2], { ...size, width: 0 }).bars) {
      expect(width).toBe(0);
      expect(height).toBeGreaterThan(0);
    }
  });
});

it('makes room for long numbers at the left', () => {
  const leftWith = (format: (value: number) => string) => barLayout([12], { ...size, format }).left;
  expect(leftWith((value) => `${value} Mio.`)).toBeGreaterThan(leftWith(String));
});

describe('the scale', () => {
  test.each([
    ['nothing', [], [0, 1]],
    ['zeros', [0, 0], [0, 1]],
    ['small counts, without fractions', [1, 2], [0, 1, 2]],
    ['usual counts', [12, 72], [0, 20, 40, 60, 80]],
    ['large counts', [1_900_000], [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
  ])('of %s', (_name, values, expected) => {
    expect(tickLabels(...values)).toEqual(expected);
  });

  it('starts at the foot of the bars and ends above the highest one', () => {
    const { ticks, bars, base: zero } = barLayout([72], size);
    expect(ticks[0]).toEqual({ label: '0', y: zero });
    expect(ticks.at(-1)?.y).toBeLessThanOrEqual(bars[0]?.y ?? 0);
  });
});
