import { useState } from 'react';
import { isLongEnough, passphraseLength } from '#contract/sealed-format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { PassphraseInput } from './passphrase-input';

/** Returns what is wrong with a new passphrase and its repetition, or null. */
export function passphraseProblem(passphrase: string, repeated: string): 'short' | 'different' | null {
  if (!isLongEnough(passphrase)) return 'short';
  return passphrase === repeated ? null : 'different';
}

interface NewPassphrase {
  readonly passphrase: string;
  readonly repeated: string;
  readonly change: (next: { passphrase?: string; repeated?: string }) => void;
  readonly problem: ReturnType<typeof passphraseProblem>;
  /** Whether the problem is shown. */
  readonly isTried: boolean;
  /** Shows the problem if there is one. Returns whether there is none. */
  readonly check: () => boolean;
}

/** Returns a new passphrase, which is typed twice. */
export function useNewPassphrase(): NewPassphrase {
  const [typed, setTyped] = useState({ passphrase: '', repeated: '' });
  const [isTried, setTried] = useState(false);
  const problem = passphraseProblem(typed.passphrase, typed.repeated);
  return {
    ...typed,
    problem,
    isTried,
    change: (next) => setTyped({ ...typed, ...next }),
    check() {
      setTried(true);
      return problem === null;
    },
  };
}

interface NewPassphraseFieldsProps {
  value: NewPassphrase;
  readOnly: boolean;
  /** The label of the first field, where “Passphrase” isn't enough. */
  label?: string;
}

/** The two fields of a new passphrase. */
export function NewPassphraseFields({
  value: { passphrase, repeated, change, problem, isTried },
  readOnly,
  label,
}: NewPassphraseFieldsProps) {
  const { t } = useMessages();
  const { min } = passphraseLength;
  const tooShort = isTried && problem === 'short' ? t('sealed.passphrase.short', { min }) : undefined;
  return (
    <>
      <Field
        label={label ?? t('sealed.passphrase')}
        // The error says the same.
        help={tooShort === undefined ? t('sealed.passphrase.help', { min }) : undefined}
        error={tooShort}
      >
        {(control) => (
          <PassphraseInput
            {...control}
            readOnly={readOnly}
            value={passphrase}
            onChange={(event) => change({ passphrase: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('sealed.passphrase.repeat')}
        error={isTried && problem === 'different' ? t('sealed.passphrase.different') : undefined}
      >
        {(control) => (
          <PassphraseInput
            {...control}
            readOnly={readOnly}
            value={repeated}
            onChange={(event) => change({ repeated: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
