import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names';
import { Icon } from '../../ui/data/icon';
import styles from './banners.module.css';

interface BannerProps {
  icon: LucideIcon;
  warn?: boolean;
  children: ReactNode;
  action?: ReactNode;
}

/** One line above the screen that concerns all of it. */
export function Banner({ icon, warn = false, children, action }: BannerProps) {
  return (
    <div className={cx(styles.banner, warn && styles.warn)}>
      <Icon of={icon} />
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  );
}
