import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { type BoundField, useFormField } from './use-form-field';

interface SelectFieldProps<F extends FieldValues, P extends FieldPath<F>> extends BoundField<F, P> {
  options: readonly { readonly value: string; readonly label: string }[];
  help?: ReactNode;
  disabled?: boolean;
}

/** A choice of one of several texts. */
export function SelectField<F extends FieldValues, P extends FieldPath<F>>({
  form,
  name,
  options,
  help,
  disabled,
}: SelectFieldProps<F, P>) {
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <Select
          {...control}
          ref={ref}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.target.value as typeof value)}
          onBlur={onBlur}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
