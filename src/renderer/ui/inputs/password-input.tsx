import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { IconButton } from './icon-button';
import styles from './input.module.css';

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  what?: 'password' | 'key';
  /** Whether there is something to reveal. */
  canReveal?: boolean;
}

/** A password or a key, hidden until revealed. */
export function PasswordInput({ what = 'password', canReveal = true, className, ...rest }: PasswordInputProps) {
  const { t } = useMessages();
  const [shown, setShown] = useState(false);
  return (
    <div className={cx(styles.frame, className)}>
      <input spellCheck={false} autoCapitalize="off" {...rest} type={shown ? 'text' : 'password'} className={styles.bare} />
      {canReveal && (
        <IconButton
          size="sm"
          label={t(shown ? `ui.hide.${what}` : `ui.show.${what}`)}
          icon={shown ? EyeOff : Eye}
          onClick={() => setShown(!shown)}
        />
      )}
    </div>
  );
}
