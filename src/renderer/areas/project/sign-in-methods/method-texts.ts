/** The texts and icons of the settings. */
import { Fingerprint, KeyRound, type LucideIcon, Mail, UserRoundPlus } from 'lucide-react';
import type { MergeOutcome, SignInSwitch } from '#lib/rules/project-sign-in.ts';
import type { MessageKey } from '#messages/translator.ts';

interface SwitchTexts {
  readonly icon: LucideIcon;
  readonly name: MessageKey;
  readonly text: MessageKey;
}

export const switchTexts: Readonly<Record<SignInSwitch, SwitchTexts>> = {
  password: { icon: KeyRound, name: 'method.password', text: 'sign-in-methods.password.detail' },
  code: { icon: Mail, name: 'sign-in-methods.code', text: 'sign-in-methods.code.detail' },
  passkey: { icon: Fingerprint, name: 'method.passkey', text: 'sign-in-methods.passkey.detail' },
  signUp: { icon: UserRoundPlus, name: 'sign-in-methods.sign-up', text: 'sign-in-methods.sign-up.detail' },
};

export const outcomeTexts: Readonly<Record<MergeOutcome, MessageKey>> = {
  'same-account': 'sign-in-methods.merge.outcome.same',
  refused: 'sign-in-methods.merge.outcome.refused',
  'second-account': 'sign-in-methods.merge.outcome.second',
};
