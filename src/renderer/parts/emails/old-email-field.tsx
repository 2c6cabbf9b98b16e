import { type OldEmailFate, oldEmailFates } from '#lib/rules/removal.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';

interface OldEmailFieldProps {
  /** The previous address. */
  email: string;
  /** Whether the user can sign in with it. */
  isUsed: boolean;
  /** Whether the service surely keeps it. */
  isKept: boolean;
  fate: OldEmailFate;
  onChange: (fate: OldEmailFate) => void;
  disabled?: boolean;
  /** Why it has to stay a way to sign in. */
  blocked?: string | undefined;
}

const labels = {
  remove: 'old-email.remove',
  off: 'old-email.turn-off',
  keep: 'old-email.keep',
} as const satisfies Readonly<Record<OldEmailFate, MessageKey>>;

/** Chooses what becomes of the previous primary address, and says what it means for signing in. */
export function OldEmailField({ email, isUsed, isKept, fate, onChange, disabled, blocked }: OldEmailFieldProps) {
  const { t } = useMessages();
  const label = (each: OldEmailFate) => t(each === 'keep' && !isUsed ? 'old-email.keep.plain' : labels[each]);
  const choices = oldEmailFates.filter((each) => each === 'keep' || (blocked === undefined && (isUsed || each === 'remove')));
  const help = t('old-email.help', { email, fate, used: isUsed ? 'yes' : 'no', kept: isKept ? 'yes' : 'no' });
  return (
    <Field label={t('old-email')} help={blocked === undefined ? help : `${help} ${blocked}`}>
      {(control) => (
        <Select {...control} value={fate} disabled={disabled} onChange={(event) => onChange(event.target.value as OldEmailFate)}>
          {choices.map((each) => (
            <option key={each} value={each}>
              {label(each)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
