import { type ReactNode, useId } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Switch } from '#ui/inputs/switch.tsx';
import styles from './fields.module.css';
import { type BoundField, useFormField } from './use-form-field';

interface SwitchFieldProps<F extends FieldValues, P extends FieldPath<F>> extends BoundField<F, P> {
  help?: ReactNode;
  /** Why it can't be changed now, shown instead of the help. */
  disabledReason?: ReactNode;
}

/** On or off, kept when the form is saved. */
export function SwitchField<F extends FieldValues, P extends FieldPath<F>>({ form, name, help, disabledReason }: SwitchFieldProps<F, P>) {
  const id = useId();
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  const isOff = disabledReason !== undefined;
  const text = disabledReason ?? help;
  const described = [error && `${id}-error`, text !== undefined && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={styles.switch}>
      <Switch
        ref={ref}
        id={id}
        aria-describedby={described || undefined}
        checked={value}
        {...(isOff ? { 'aria-disabled': true } : {})}
        onCheckedChange={(checked) => isOff || onChange(checked as typeof value)}
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
        {text !== undefined && (
          <div className={styles.help} id={`${id}-help`}>
            {text}
          </div>
        )}
      </div>
    </div>
  );
}
