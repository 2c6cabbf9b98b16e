import { isMac } from '../lib/use-shortcut';
import { Kbd } from '../ui/kbd';
import styles from './keys.module.css';

/** A shortcut, its `mod` key as this system calls it. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <Kbd key={key}>{key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key}</Kbd>
      ))}
    </span>
  );
}
