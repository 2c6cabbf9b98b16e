import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#ui/data/icon.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { CardRow } from '#ui/layout/card.tsx';
import styles from './setting-row.module.css';

interface SettingRowProps {
  icon: LucideIcon;
  name: string;
  badge?: ReactNode;
  /** How it is set, and what can’t be done with it. */
  state: ReactNode;
  /** Why the last attempt failed. */
  failure?: string | undefined;
  children?: ReactNode;
}

/** One sign-in method: its state, and its buttons. */
export function SettingRow({ icon, name, badge, state, failure, children }: SettingRowProps) {
  return (
    <CardRow className={styles.row} role="group" aria-label={name}>
      <Icon of={icon} size={18} />
      <div className={styles.words}>
        <div className={styles.name}>
          {name}
          {badge}
        </div>
        <div className={styles.state}>{state}</div>
        {failure !== undefined && (
          <div className={styles.failure} role="alert">
            {failure}
          </div>
        )}
      </div>
      <div className={styles.tools}>{children}</div>
    </CardRow>
  );
}

/** A loading sign-in method, whose text has that width in pixels. */
export function SettingRowSkeleton({ width }: { width: number }) {
  return (
    <CardRow className={styles.row}>
      <Skeleton circle width={18} height={18} />
      <span className={styles.waiting}>
        <Skeleton width={96} />
        <Skeleton width={width} height={10} />
      </span>
      <Skeleton width={96} height={26} />
    </CardRow>
  );
}
