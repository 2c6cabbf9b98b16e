import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/data/icon';
import { CardRow } from '../../ui/layout/card';
import styles from './sign-in-settings.module.css';

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
