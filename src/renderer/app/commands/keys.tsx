import { useMessages } from '#lib/use-messages.ts';
import { isMac } from '#lib/use-shortcut.ts';
import { Kbd } from '#ui/data/kbd.tsx';
import styles from './keys.module.css';

/** A shortcut, its named keys as this system and this language call them. */
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
const named = ['alt', 'end', 'enter', 'home', 'mod', 'shift', 'space'] as const;

function isNamed(key: string): key is (typeof named)[number] {
  return (named as readonly string[]).includes(key);
}
