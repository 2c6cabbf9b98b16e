import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from '../lib/class-names';
import { useMessages } from '../lib/use-messages';
import { IconButton } from './icon-button';
import styles from './input.module.css';

/** A password, hidden until asked to show. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useMessages();
  const [shown, setShown] = useState(false);
  return (
    <div className={cx(styles.frame, className)}>
      <input spellCheck={false} autoCapitalize="off" {...rest} type={shown ? 'text' : 'password'} className={styles.bare} />
      <IconButton
        size="sm"
        label={t(shown ? 'ui.hide-password' : 'ui.show-password')}
        icon={shown ? EyeOff : Eye}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
