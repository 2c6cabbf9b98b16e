import type { ComponentProps, ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { cx } from '#lib/class-names.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea, TextInput } from '#ui/inputs/text-input.tsx';
import styles from './fields.module.css';
import { type BoundField, useFormField } from './use-form-field';

type InputProps = Pick<ComponentProps<'input'>, 'dir' | 'inputMode' | 'maxLength' | 'placeholder' | 'autoComplete' | 'readOnly' | 'type'>;

interface TextFieldProps<F extends FieldValues, P extends FieldPath<F>> extends BoundField<F, P>, InputProps {
  help?: ReactNode;
  /** Whether it is a URL, an ID or the like, which reads from left to right in every language. */
  isCode?: boolean;
  /** Whether it is an email address, which also reads from left to right. */
  isEmail?: boolean;
}

/** One line of text. */
export function TextField<F extends FieldValues, P extends FieldPath<F>>(props: TextFieldProps<F, P>) {
  const { form, name, help, isCode = false, isEmail = false, ...rest } = props;
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <TextInput
          {...(isCode || isEmail ? { dir: 'ltr', autoCapitalize: 'off' } : {})}
          {...(isEmail ? { inputMode: 'email' } : {})}
          {...rest}
          {...control}
          ref={ref}
          data-field={name}
          className={cx(isCode && styles.code)}
          value={value}
          onChange={(event) => onChange(event.target.value as typeof value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}

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
