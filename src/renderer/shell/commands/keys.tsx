import { isMac } from '../../lib/use-shortcut';
import { Kbd } from '../../ui/data/kbd';
import styles from './keys.module.css';

/** A shortcut, its `mod` and `alt` keys as this system calls them. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <Kbd key={key}>{nameOf(key)}</Kbd>
      ))}
    </span>
  );
}

function nameOf(key: string): string {
  if (key === 'mod') return isMac ? '⌘' : 'Ctrl';
  if (key === 'alt') return isMac ? '⌥' : 'Alt';
  if (key === 'shift') return isMac ? '⇧' : 'Shift';
  return key;
}
