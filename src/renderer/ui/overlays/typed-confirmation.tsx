import { useEffect, useRef } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '../inputs/field';
import { TextInput } from '../inputs/text-input';

interface TypedConfirmationProps {
  /** The text that must be typed. */
  expected: string;
  value: string;
  onValueChange: (typed: string) => void;
  /** Whether it gets the focus, as in a dialog that was open before. */
  takesFocus?: boolean;
}

/** A field for a text that must be typed before something that can't be undone. */
export function TypedConfirmation({ expected, value, onValueChange, takesFocus = false }: TypedConfirmationProps) {
  const { t } = useMessages();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, []);
  return (
    <Field label={t('ui.type-to-confirm', { text: expected })}>
      {(control) => <TextInput {...control} ref={field} value={value} onChange={(event) => onValueChange(event.target.value)} />}
    </Field>
  );
}
