import { describe, expect, it } from 'vitest';
import { fittedViewport, viewportWith, withContained } from './graph-view';

const rectAt = (x: number, y: number) => ({ x, y, width: 168, height: 40 });
const canvas = { width: 400, height: 300 };

describe('the viewport of the graph', () => {
  it('shows permissions in the middle, not larger than they are', () => {
    const { x, y, zoom } = fittedViewport([rectAt(0, 0)], canvas);
    expect([x, y, zoom]).toEqual([116, 130, 1]);
  });

  it('stays readable when not everything fits', () => {
    expect(fittedViewport([rectAt(0, 0), rectAt(4000, 0)], canvas).zoom).toBe(0.9);
  });

  it.each([
    ['in view', 100, 100, 0, 0],
    ['beyond the right edge', 390, 100, -174, 0],
    ['left of the canvas', -50, 100, 66, 0],
    ['below it', 100, 290, 0, -46],
    ['above and to the right', 390, -10, -174, 26],
  ])('moves no further than needed to a permission %s', (_place, x, y, moveX, moveY) => {
    expect(viewportWith(rectAt(x, y), { x: 0, y: 0, zoom: 1 }, canvas)).toEqual({ x: moveX, y: moveY, zoom: 1 });
  });

  it('moves what a permission contains into view as well', () => {
    const both = withContained(rectAt(100, 100), [rectAt(300, 10), rectAt(0, 200)]);
    expect(both).toEqual({ x: 100, y: 100, width: 368, height: 40 });
    expect(viewportWith(both, { x: 0, y: 0, zoom: 1 }, canvas)).toEqual({ x: -84, y: 0, zoom: 1 });
  });

  it('shows the start of a permission that is wider than the canvas', () => {
    expect(viewportWith(rectAt(50, 100), { x: 0, y: 0, zoom: 1 }, { width: 120, height: 300 }).x).toBe(-34);
  });

  it('measures permissions at the zoom', () => {
    expect(viewportWith(rectAt(390, 100), { x: 10, y: 0, zoom: 0.5 }, canvas)).toEqual({ x: 10, y: 0, zoom: 0.5 });
  });
});
