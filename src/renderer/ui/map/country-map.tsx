import { type CountryCount, countryCircles } from './country-circles';
import { landPath, mapHeight, mapWidth } from './map-points';
import styles from './world-map.module.css';

interface CountryMapProps {
  /** Says what is counted, for screen readers. */
  label: string;
  countries: readonly CountryCount[];
}

const land = landPath();

/** A map of the world with a circle per country, as large as its count. An extra: show the counts as text as well. */
export function CountryMap({ label, countries }: CountryMapProps) {
  return (
    <svg className={styles.map} role="img" aria-label={label} viewBox={`0 0 ${mapWidth} ${mapHeight}`}>
      <path className={styles.land} d={land} />
      <g data-personal="">
        {countryCircles(countries).map(({ code, title, x, y, radius }) => (
          <circle key={code} className={styles.country} cx={x} cy={y} r={radius}>
            <title>{title}</title>
          </circle>
        ))}
      </g>
    </svg>
  );
}
