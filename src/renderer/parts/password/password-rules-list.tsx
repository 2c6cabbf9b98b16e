import { Check, Circle } from 'lucide-react';
import { passwordBytes, passwordLength } from '#contract/limits.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { checkPassword } from './password-rules';
import styles from './password-rules-list.module.css';

/** The rules for a new password, ticked off while it is typed. The limit of its bytes is only said when it is exceeded. */
export function PasswordRulesList({ password }: { password: string }) {
  const { t } = useMessages();
  const { problem, bytes } = checkPassword(password);
  return (
    <ul className={styles.rules} aria-label={t('sign-up.rules')}>
      <Rule met={problem !== 'short' && problem !== 'long'} text={t('sign-up.rule.length', passwordLength)} />
      {bytes > passwordBytes && <Rule met={false} text={t('sign-up.rule.bytes', { max: passwordBytes })} />}
    </ul>
  );
}

function Rule({ met, text }: { met: boolean; text: string }) {
  const { t } = useMessages();
  return (
    <li className={cx(styles.rule, met && styles.met)}>
      <Icon of={met ? Check : Circle} size={13} />
      <span>
        <VisuallyHidden>{t(met ? 'sign-up.rule.met' : 'sign-up.rule.open')} </VisuallyHidden>
        {text}
      </span>
    </li>
  );
}
