/** Places points on the map of the world. */
import { degreesPerDot, landRows, northEdge } from './land-dots';

/** Size of the map in its own units, of which each dot of land has one. */
export const mapWidth = 360 / degreesPerDot;
export const mapHeight = landRows.length;

/** A location to mark. */
export interface MapLocation {
  readonly latitude: number;
  readonly longitude: number;
  /** The name of the location. */
  readonly label: string;
  /** Whether it is highlighted. */
  readonly isCurrent: boolean;
}

/** A mark on the map, for all locations at the same point. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
  readonly labels: readonly string[];
  readonly count: number;
  readonly isCurrent: boolean;
}

/** Returns one mark per point, the current one last, so that it is drawn above the others. Coordinates that don't exist are left out. */
export function mapPoints(locations: readonly MapLocation[]): MapPoint[] {
  const points = new Map<string, MapPoint>();
  for (const { latitude, longitude, label, isCurrent } of locations) {
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) continue;
    const [x, y] = [toX(longitude), toY(latitude)];
    const known = points.get(`${x} ${y}`) ?? { x, y, labels: [], count: 0, isCurrent: false };
    const labels = known.labels.includes(label) ? known.labels : [...known.labels, label];
    points.set(`${x} ${y}`, { x, y, labels, count: known.count + 1, isCurrent: known.isCurrent || isCurrent });
  }
  return [...points.values()].sort((a, b) => Number(a.isCurrent) - Number(b.isCurrent));
}

/** Returns the dots of land as the path of an SVG: a zero-length line each, which round line caps make a dot. */
export function landPath(rows: readonly string[] = landRows): string {
  return rows
    .map((row, y) =>
      bitsOf(row)
        .flatMap((isLand, x) => (isLand ? `M${x + 0.5} ${y + 0.5}h0` : []))
        .join(''),
    )
    .join('');
}

function bitsOf(row: string): boolean[] {
  return [...row].flatMap((digit) => [8, 4, 2, 1].map((bit) => (Number.parseInt(digit, 16) & bit) !== 0));
}

function toX(longitude: number): number {
  return rounded((longitude + 180) / degreesPerDot);
}

/** Locations beyond the map are marked on its edge. */
function toY(latitude: number): number {
  return rounded(Math.min(Math.max((northEdge - latitude) / degreesPerDot, 1), mapHeight - 1));
}

/** Locations less than a tenth of a dot apart can't be told apart on the map. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
