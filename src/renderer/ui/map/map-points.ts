/** Places points on the map of the world. */

/**
 * The land of the world as a grid of dots of 2 by 2 degrees: sampled from Natural Earth's land at 1:50 million (public domain), without
 * Antarctica. One row per 2 degrees of latitude from north to south; the bits of its hexadecimal digits are the dots from west to east.
 */
export const landRows: readonly string[] = [
  '00000000033ff9ffffff0000f8000000003c000000000',
  '000000030033e1ffffff800020000010000f000000000',
  '00000000e80dc007ffff00000000030007ffe001c0000',
  '0000000f89f7f003fffe0000000004001ffffdc0c0000',
  '007f002c3ef7fb03fffc000007c0190ffffffff8fb400',
  '00fff2fc7ef0ff03fffc00001e075c1b8000000000010',
  '1f80000000007c3e007fffff800340020000000000000',
  '107ffffffffd9f80f801e001fbffffffffffffffffffe',
  '00fffffffff803c078000007e7ffffffffffffffffffe',
  '01ffffffffe01e003800000fe7ffffffffffffffff3f0',
  '007807ffffe01f4000000007e3ffffffffffffff84200',
  '001003fffff80fe000000182c7ffffffffffffff00f00',
  '000000ffffff9ff8000003838ffffffffffffffe00e00',
  '0000007fffffbffc000006c7ffffffffffffffffc0c00',
  '0000003ffffffffc000000ffffffffffffffffffc0000',
  '0000001fffffffc60000007fffffffffffffffff40000',
  '0000000fffffffc60000007ffffffffffffffffe00000',
  '0000000fffffffe00000007fff97dffffffffffc00000',
  '0000000ffffffe00000003f1bf03cffffffffff840000',
  '0000000ffffffc00000003e27fffe7ffffffffe080000',
  '0000000ffffff800000007c02dffe7fffffff8c080000',
  '00000007fffff0000000038644fff7fffffffe6380000',
  '00000003fffff000000001fe000ffffffffffc4f00000',
  '00000001ffffc000000003ff001ffffffffffe1000000',
  '00000000ffff8000000007ffeffffffffffffe0000000',
  '000000007fc0c000000007ffffffdffffffffe0000000',
  '000000005f80400000001fffffefeffffffffc0000000',
  '000000002f80000000003ffffffff01ffffff80000000',
  '000000000780400000003ffffff7ff0ffffff20000000',
  '0000000007c6100000003ffffffbfe07fcff400000000',
  '0000000003cc060000003ffffffbfe03f07e800000000',
  '0000000000fc000000003ffffffdf801e07f020000000',
  '00000000000f000000007ffffffdf001c01f820000000',
  '000000000003000000003fffffff8001c01f800000000',
  '000000000001070000003fffffff7000c013010000000',
  '000000000000cff000001fffffffe000a010008000000',
  '0000000000001ff800000fffffffe0002008008000000',
  '0000000000001fff000006c7ffffc000002c180000000',
  '0000000000001fff80000001ffff8000001c380000000',
  '0000000000003fff80000001ffff0000001cf80000000',
  '0000000000003fffe0000003fffe0000000c7a0800000',
  '0000000000003ffffc000001fffc0000000e760780000',
  '0000000000007fffff000000fffc000000020003e4000',
  '0000000000003fffff800000fffc00000001e001f0000',
  '0000000000001fffff000000fffc00000000008098000',
  '0000000000001fffff0000007ffc00000000000000000',
  '0000000000000ffffe000000fffc20000000001c40000',
  '0000000000000ffffe000000fffc2000000000fc60000',
  '00000000000003fffc000000fffce000000001ffe0000',
  '00000000000001fffc000000fff0e000000001ffe0000',
  '00000000000001fffc0000007ff0c00000000ffff8000',
  '00000000000001fff80000007ff0c00000001ffff8000',
  '00000000000001ffc00000007fe0c00000001ffffc000',
  '00000000000001ffc00000007fc0000000001ffffe000',
  '00000000000003ff800000003fc0000000001ffffe000',
  '00000000000003ff800000001f80000000000ffffe000',
  '00000000000003ff000000001f00000000000f07fc000',
  '00000000000003fc000000000000000000000801f8000',
  '00000000000007fc000000000000000000000000f8004',
  '00000000000007e000000000000000000000000000006',
  '00000000000007e000000000000000000000000030008',
  '00000000000007c000000000000000000000000010018',
  '000000000000078000000000000000000000000000030',
  '000000000000078000000000000000000000000000000',
  '0000000000000f0000000000000000000000000000000',
  '000000000000070000000000000000000000000000000',
  '000000000000070000000000000000000000000000000',
  '000000000000000000000000000000000000000000000',
];

/** Degrees of latitude and longitude between two dots. */
const degreesPerDot = 2;

/** Latitude of the map's northern edge. */
const northEdge = 80;

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
interface MapPoint {
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

/** Locations less than a tenth of a dot apart can't be distinguished on the map. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
