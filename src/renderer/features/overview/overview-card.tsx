import { type ReactNode, useId } from 'react';
import { cx } from '../../lib/class-names';
import { Card } from '../../ui/layout/card';
import styles from './overview.module.css';

interface OverviewCardProps {
  title: string;
  subtitle?: string | undefined;
  /** At the end of the line of the title. */
  action?: ReactNode;
  size: 'half' | 'small' | 'large';
  children: ReactNode;
}

/** A titled card of the overview. */
export function OverviewCard({ title, subtitle, action, size, children }: OverviewCardProps) {
  const id = useId();
  return (
    <Card role="region" aria-labelledby={id} className={cx(styles.card, styles[size])}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <span className={styles.subtitle}>{subtitle}</span>
        {action}
      </div>
      {children}
    </Card>
  );
}
