import { type FieldPath, type FieldPathValue, type FieldValues, useController } from 'react-hook-form';
import { useMessages } from '#lib/use-messages.ts';
import { type FieldProblem, problemText } from './field-problem';
import type { CallForm } from './use-call-form';

/** What every field of a form needs. */
export interface BoundField<F extends FieldValues, P extends FieldPath<F>> {
  form: CallForm<F>;
  name: P;
}

/** Returns a field's label, value and problem, for a control that isn't among the blocks. */
export function useFormField<F extends FieldValues, P extends FieldPath<F>>({ form, name }: BoundField<F, P>) {
  const messages = useMessages();
  const { field, fieldState } = useController({ control: form.control, name });
  const texts = form.fields[name];
  return {
    label: texts?.label ?? name,
    error: problemText(messages, fieldState.error as FieldProblem | undefined, texts),
    /** The code of the failure, or of the violation of the schema. */
    errorCode: fieldState.error?.type,
    value: field.value as FieldPathValue<F, P>,
    onChange: field.onChange as (value: FieldPathValue<F, P>) => void,
    onBlur: field.onBlur,
    /** For the control that is focused when saving fails here. */
    ref: field.ref,
  };
}
