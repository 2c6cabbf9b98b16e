/** The texts and icons of the settings. */
import { Fingerprint, KeyRound, type LucideIcon, Mail, UserRoundPlus } from 'lucide-react';
import type { MessageKey } from '../../../messages/translator';
import type { MergeStrategy, SignInSwitch } from '../../lib/rules/project-sign-in/project-sign-in';
import type { MergeOutcome } from '../../lib/rules/project-sign-in/sign-in-effects';

interface SwitchTexts {
  readonly icon: LucideIcon;
  readonly name: MessageKey;
  readonly text: MessageKey;
}

export const switchTexts: Readonly<Record<SignInSwitch, SwitchTexts>> = {
  password: { icon: KeyRound, name: 'method.password', text: 'methods.password.detail' },
  code: { icon: Mail, name: 'methods.code', text: 'methods.code.detail' },
  passkey: { icon: Fingerprint, name: 'method.passkey', text: 'methods.passkey.detail' },
  signUp: { icon: UserRoundPlus, name: 'methods.sign-up', text: 'methods.sign-up.detail' },
};

export const mergeTexts: Readonly<Record<MergeStrategy, { readonly name: MessageKey; readonly text: MessageKey }>> = {
  link_method: { name: 'methods.merge.link', text: 'methods.merge.link.text' },
  raise_error: { name: 'methods.merge.refuse', text: 'methods.merge.refuse.text' },
  allow_duplicates: { name: 'methods.merge.duplicate', text: 'methods.merge.duplicate.text' },
};

export const outcomeTexts: Readonly<Record<MergeOutcome, MessageKey>> = {
  'same-account': 'methods.merge.outcome.same',
  refused: 'methods.merge.outcome.refused',
  'second-account': 'methods.merge.outcome.second',
};
