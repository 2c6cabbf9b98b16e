import type { FieldPath, FieldValues } from 'react-hook-form';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-area.tsx';
import { type BoundField, useFormField } from './use-form-field';

interface TextAreaFieldProps<F extends FieldValues, P extends FieldPath<F>> extends BoundField<F, P> {
  rows: number;
  readOnly?: boolean;
}

/** Several lines of text. */
export function TextAreaField<F extends FieldValues, P extends FieldPath<F>>({ form, name, ...rest }: TextAreaFieldProps<F, P>) {
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextArea
          {...rest}
          {...control}
          ref={ref}
          dir="auto"
          value={value}
          onChange={({ target }) => onChange(target.value as typeof value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
