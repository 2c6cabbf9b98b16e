import { type FieldPath, type FieldPathValue, type FieldValues, useController } from 'react-hook-form';
import type { CallForm } from './use-call-form';

/** What every field of a form needs. */
export interface BoundField<F extends FieldValues, P extends FieldPath<F>> {
  form: CallForm<F>;
  name: P;
}

/** Returns a field's label, value and problem, for a control that isn't among the blocks. */
export function useFormField<F extends FieldValues, P extends FieldPath<F>>({ form, name }: BoundField<F, P>) {
  const { field, fieldState } = useController({ control: form.control, name });
  return {
    label: form.fields[name]?.label ?? name,
    error: fieldState.error?.message,
    /** The code of the failure, or of the violation of the schema. */
    errorCode: fieldState.error?.type,
    value: field.value as FieldPathValue<F, P>,
    onChange: field.onChange as (value: FieldPathValue<F, P>) => void,
    onBlur: field.onBlur,
    /** For the control that is focused when saving fails here. */
    ref: field.ref,
  };
}
