import { useMessages } from '../../lib/use-messages';
import { isMac } from '../../lib/use-shortcut';
import { Kbd } from '../../ui/data/kbd';
import styles from './keys.module.css';

/** A shortcut, its `mod` and `alt` keys as this system calls them. */
export function Keys({ keys }: { keys: readonly string[] }) {
  const { t } = useMessages();
  const nameOf = (key: string) => {
    const own = isMac ? onMac[key] : undefined;
    return own ?? (isNamed(key) ? t(`shell.key.${key}`) : key);
  };
  return (
    <span className={styles.keys}>
      {keys.map((key) => (
        <Kbd key={key}>{nameOf(key)}</Kbd>
      ))}
    </span>
  );
}

const onMac: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧' };

/** Keys whose names differ between languages. */
function isNamed(key: string): key is 'mod' | 'alt' | 'shift' {
  return Object.hasOwn(onMac, key);
}
