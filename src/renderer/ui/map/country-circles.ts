import { countryPosition } from './country-positions';
import { mapPoints } from './map-points';

export interface CountryCount {
  /** Two-letter code. */
  readonly code: string;
  readonly count: number;
  /** The name and count of the country. */
  readonly title: string;
}

export interface CountryCircle {
  readonly code: string;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const minRadius = 1.3;
const maxRadius = 7;

/** Returns a circle per country, its area in proportion to the count; the largest first, so that none covers a smaller one. */
export function countryCircles(countries: readonly CountryCount[]): CountryCircle[] {
  const max = Math.max(0, ...countries.map(({ count }) => count));
  const counted = countries.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count);
  return counted.flatMap(({ code, title, count }) => {
    const position = countryPosition(code);
    const [point] = position ? mapPoints([{ ...position, label: title, isCurrent: false }]) : [];
    if (point === undefined) return [];
    return [{ code, title, x: point.x, y: point.y, radius: Math.max(minRadius, maxRadius * Math.sqrt(count / max)) }];
  });
}
