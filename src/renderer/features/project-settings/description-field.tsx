import { useFormField } from '../../blocks/form/use-form-field';
import type { GuardedForm } from '../../blocks/form/use-guarded-form';
import { Field } from '../../ui/inputs/field';
import { TextArea } from '../../ui/inputs/text-area';
import type { SettingsValues } from './settings-values';

/** What the project is for. */
export function DescriptionField({ form, readOnly }: { form: GuardedForm<SettingsValues>; readOnly: boolean }) {
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name: 'description' });
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextArea
          {...control}
          ref={ref}
          dir="auto"
          rows={3}
          readOnly={readOnly}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
