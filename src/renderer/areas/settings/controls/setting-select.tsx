import type { ReactNode } from 'react';
import { Select } from '#ui/inputs/select.tsx';
import type { ControlProps } from '../setting-row';
import styles from '../setting-row.module.css';

interface SettingSelectProps extends Pick<ControlProps, 'labelId' | 'describedBy' | 'isDisabled'> {
  value: string | number;
  onChoose: (value: string) => void;
  /** The options. */
  children: ReactNode;
}

/** The list that a setting is chosen from. A disabled one can still be reached, so that its reason is read. */
export function SettingSelect({ labelId, describedBy, isDisabled, value, onChoose, children }: SettingSelectProps) {
  return (
    <Select
      className={styles.select}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-disabled={isDisabled || undefined}
      value={value}
      onChange={({ target }) => isDisabled || onChoose(target.value)}
    >
      {children}
    </Select>
  );
}
