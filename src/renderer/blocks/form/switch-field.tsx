import { type ReactNode, useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Switch } from '../../ui/inputs/switch';
import styles from './fields.module.css';
import { type BoundField, useFormField } from './use-form-field';

interface SwitchFieldProps<F extends FieldValues, P extends FieldPath<F>> extends BoundField<F, P> {
  help?: ReactNode;
}

/** On or off, kept when the form is saved. */
export function SwitchField<F extends FieldValues, P extends FieldPath<F>>({ form, name, help }: SwitchFieldProps<F, P>) {
  const id = useId();
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  const described = [error && `${id}-error`, help !== undefined && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={styles.switch}>
      <Switch
        ref={ref}
        id={id}
        aria-describedby={described || undefined}
        checked={value}
        onCheckedChange={(checked) => onChange(checked as typeof value)}
        onBlur={onBlur}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <div aria-live="polite">
          {error && (
            <p className={styles.error} id={`${id}-error`}>
              {error}
            </p>
          )}
        </div>
        {help !== undefined && (
          <div className={styles.help} id={`${id}-help`}>
            {help}
          </div>
        )}
      </div>
    </div>
  );
}
