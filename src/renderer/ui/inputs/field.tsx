import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '#lib/class-names.ts';
import { Icon } from '../data/icon';
import styles from './field.module.css';

/** What ties a control to its field. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface FieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  /** What is probably a mistake, but can be submitted. */
  warning?: string | undefined;
  /** Stands at the right of the label, e.g. a link. */
  aside?: ReactNode;
  className?: string;
  children: (props: ControlProps) => ReactNode;
}

/** A labeled control with its help, its error, and its warning, tied together for screen readers. */
export function Field({ label, help, error, warning, aside, className, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, warning && `${id}-warning`, help !== undefined && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={cx(styles.field, className)}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': Boolean(error) })}
      <div aria-live="polite">
        {error && (
          <p className={styles.error} id={`${id}-error`}>
            <Icon of={CircleAlert} size={13} />
            {error}
          </p>
        )}
        {warning && (
          <p className={styles.warning} id={`${id}-warning`}>
            <Icon of={TriangleAlert} size={13} />
            {warning}
          </p>
        )}
      </div>
      {help !== undefined && (
        <div className={styles.help} id={`${id}-help`}>
          {help}
        </div>
      )}
    </div>
  );
}
