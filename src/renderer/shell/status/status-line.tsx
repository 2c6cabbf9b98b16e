import { cx } from '../../lib/class-names';
import { Icon } from '../../ui/data/icon';
import styles from './status-bar.module.css';
import type { StatusMessage } from './status-message';

interface StatusLineProps {
  message: StatusMessage;
  /** Whether its whole text is shown; otherwise what fits into two lines. */
  isWhole?: boolean;
}

/** A message with its icon and its buttons. */
export function StatusLine({ message: { icon, tone, text, action }, isWhole = false }: StatusLineProps) {
  return (
    <div className={cx(styles.line, tone !== undefined && styles[tone])}>
      <Icon of={icon} size={15} />
      <p className={cx(styles.text, !isWhole && styles.clamped)}>{text}</p>
      {action !== undefined && <span className={styles.actions}>{action}</span>}
    </div>
  );
}
