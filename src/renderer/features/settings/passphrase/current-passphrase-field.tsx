import { passphraseLength } from '../../../../contract/transfer/sealed-format';
import { Field } from '../../../ui/inputs/field';
import { PasswordInput } from '../../../ui/inputs/password-input';
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
        <PasswordInput
          {...control}
          ref={attempt.input}
          dir="ltr"
          autoComplete="off"
          maxLength={passphraseLength.max}
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
