import type { ComponentProps } from 'react';
import { passphraseLength } from '#contract/sealed-format.ts';
import { PasswordInput } from '#ui/inputs/password-input.tsx';

/** The input of a passphrase, which no browser stores or fills in. */
export function PassphraseInput(props: Omit<ComponentProps<typeof PasswordInput>, 'what' | 'dir' | 'autoComplete' | 'maxLength'>) {
  return <PasswordInput {...props} dir="ltr" autoComplete="off" maxLength={passphraseLength.max} />;
}
