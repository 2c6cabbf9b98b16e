import { useMessages } from '../../lib/use-messages';
import { Field } from '../inputs/field';
import { TextInput } from '../inputs/text-input';

interface TypedConfirmationProps {
  /** The text that must be typed. */
  expected: string;
  value: string;
  onValueChange: (typed: string) => void;
}

/** A field for a text that must be typed before something that can't be undone. */
export function TypedConfirmation({ expected, value, onValueChange }: TypedConfirmationProps) {
  const { t } = useMessages();
  return (
    <Field label={t('ui.type-to-confirm', { text: expected })}>
      {(control) => <TextInput {...control} value={value} onChange={(event) => onValueChange(event.target.value)} />}
    </Field>
  );
}
