import { describe, expect, test } from 'vitest';
import { landPath, landRows, type MapLocation, mapHeight, mapPoints, mapWidth } from './map-points';

const at = (latitude: number, longitude: number, own: Partial<MapLocation> = {}): MapLocation => ({
  latitude,
  longitude,
  label: 'Here',
  isCurrent: false,
  ...own,
});

describe('mapPoints', () => {
  test.each([
    ['the middle', at(0, 0), { x: 90, y: 40 }],
    ['London', at(51.5074, -0.1278), { x: 89.9, y: 14.2 }],
    ['Auckland', at(-36.8485, 174.7633), { x: 177.4, y: 58.4 }],
    ['the western edge', at(0, -180), { x: 0, y: 40 }],
    ['the eastern edge', at(0, 180), { x: 180, y: 40 }],
    ['a place north of the map, at its edge', at(89, 0), { x: 90, y: 1 }],
    ['a place south of the map, at its edge', at(-89, 0), { x: 90, y: 67 }],
  ])('places %s', (_name, location, expected) => {
    expect(mapPoints([location])).toEqual([{ ...expected, labels: ['Here'], count: 1, isCurrent: false }]);
  });

  test.each([
    ['a latitude', at(91, 0)],
    ['a longitude', at(0, -181)],
    ['no number', at(Number.NaN, 0)],
  ])('leaves out coordinates that don’t exist: %s', (_name, location) => {
    expect(mapPoints([location])).toEqual([]);
  });

  test('marks locations at one point once, with every label, the current point last', () => {
    const points = mapPoints([
      at(0, 0, { label: 'Current', isCurrent: true }),
      at(10, 10),
      at(10.01, 10.01),
      at(10, 10, { label: 'Next door' }),
    ]);
    expect(points).toEqual([
      { x: 95, y: 35, labels: ['Here', 'Next door'], count: 3, isCurrent: false },
      { x: 90, y: 40, labels: ['Current'], count: 1, isCurrent: true },
    ]);
  });
});

describe('landPath', () => {
  test('draws a dot for each bit that is set', () => {
    expect(landPath(['8', '3'])).toBe('M0.5 0.5h0M2.5 1.5h0M3.5 1.5h0');
  });

  test('covers the whole map', () => {
    expect(new Set(landRows.map(({ length }) => length * 4))).toEqual(new Set([mapWidth]));
    expect(landRows).toHaveLength(mapHeight);
  });
});
