import { Field } from '#ui/inputs/field.tsx';
import { PassphraseInput } from './passphrase-input';
import type { AttemptField } from './use-attempt';

interface CurrentPassphraseFieldProps {
  label: string;
  attempt: AttemptField;
  value: string;
  onValueChange: (value: string) => void;
  readOnly: boolean;
}

/** The field for the current passphrase. */
export function CurrentPassphraseField({ label, attempt, value, onValueChange, readOnly }: CurrentPassphraseFieldProps) {
  return (
    <Field label={label} error={attempt.error}>
      {(control) => (
        <PassphraseInput
          {...control}
          ref={attempt.input}
          readOnly={readOnly}
          value={value}
          onChange={({ target }) => {
            onValueChange(target.value);
            attempt.clear();
          }}
        />
      )}
    </Field>
  );
}
