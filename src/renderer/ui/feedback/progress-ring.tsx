import styles from './progress-ring.module.css';

const radius = 5.5;
const length = 2 * Math.PI * radius;

/** A ring of 14 px that fills with progress, from 0 to 1; one that turns where the progress isn’t known. A text beside it says the same. */
export function ProgressRing({ progress }: { progress: number | null }) {
  const part = length * Math.min(1, Math.max(0, progress ?? 0.25));
  return (
    <svg className={progress === null ? styles.turning : styles.ring} width={14} height={14} viewBox="0 0 14 14" aria-hidden="true">
      <circle cx={7} cy={7} r={radius} className={styles.track} />
      <circle cx={7} cy={7} r={radius} className={styles.part} strokeDasharray={`${part} ${length}`} />
    </svg>
  );
}
