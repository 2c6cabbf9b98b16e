import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names';
import { useMessages } from '../../lib/use-messages';
import { Icon } from '../../ui/data/icon';
import { VisuallyHidden } from '../../ui/layout/visually-hidden';
import styles from './domains.module.css';

interface CheckItemProps {
  /** `open` if it is recommended only. */
  state: 'passed' | 'failed' | 'open';
  text: string;
  details?: readonly string[];
  /** How to mend it. */
  children?: ReactNode;
}

const signs = { passed: CircleCheck, failed: CircleX, open: CircleDashed };

/** A check of the project and its result. */
export function CheckItem({ state, text, details = [], children }: CheckItemProps) {
  const { t } = useMessages();
  return (
    <li className={cx(styles.check, styles[state])}>
      <span className={styles.sign}>
        <Icon of={signs[state]} size={16} />
      </span>
      <span className={styles.checkText}>
        <VisuallyHidden>{t(state === 'passed' ? 'production.done' : 'production.open')} </VisuallyHidden>
        {text}
      </span>
      {details.map((detail, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a project can have a domain twice
        <bdi key={at} className={styles.detail}>
          {detail}
        </bdi>
      ))}
      {children}
    </li>
  );
}
