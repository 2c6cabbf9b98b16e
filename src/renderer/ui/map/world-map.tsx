import { landPath, type MapLocation, mapHeight, mapPoints, mapWidth } from './map-points';
import styles from './world-map.module.css';

interface WorldMapProps {
  /** Says what is marked, for screen readers. */
  label: string;
  locations: readonly MapLocation[];
}

const land = landPath();

/** A map of the world with marked locations, made of bundled data. An extra: show the locations as text as well. */
export function WorldMap({ label, locations }: WorldMapProps) {
  return (
    <svg className={styles.map} role="img" aria-label={label} viewBox={`0 0 ${mapWidth} ${mapHeight}`}>
      <path className={styles.land} d={land} />
      {mapPoints(locations).map(({ x, y, labels, count, isCurrent }) => (
        <g key={`${x} ${y}`} data-personal="" className={isCurrent ? styles.current : styles.point}>
          <title>{labels.join('\n')}</title>
          <circle className={styles.halo} cx={x} cy={y} r={haloRadius(count)} />
          <circle className={styles.dot} cx={x} cy={y} r={1.1} />
        </g>
      ))}
    </svg>
  );
}

/** The halo grows with the number of locations, and stays small enough for its surroundings to be seen. */
function haloRadius(count: number): number {
  return Math.min(2.2 + Math.log2(count) * 0.5, 5);
}
