import type { UserOf } from '#data/users.ts';
import type { SignInSetup } from '#lib/rules/sign-in-method-removal.ts';
import type { MessageKey } from '#messages/translator.ts';

/** Whose email addresses, and how the user signs in. */
export interface EmailOwner {
  readonly of: UserOf;
  /** Undefined while the sign-in methods aren’t known. */
  readonly setup: SignInSetup | undefined;
}

type TextName =
  | 'text'
  | 'none'
  | 'isPrimary'
  | 'needsPrimary'
  | 'madePrimary'
  | 'removePrimary'
  | 'removeSignIn'
  | 'removePlain'
  | 'sendUnknown';

/** The texts about addresses: to the account about its own, and to a project admin about those of a user. */
export const emailTexts: Readonly<Record<UserOf['actor'], Readonly<Record<TextName, MessageKey>>>> = {
  account: {
    text: 'own-emails.text',
    none: 'own-emails.none.text',
    isPrimary: 'own-emails.make-primary.is',
    needsPrimary: 'own-emails.send.needs-primary',
    madePrimary: 'own-emails.made-primary',
    removePrimary: 'own-emails.remove.primary',
    removeSignIn: 'own-emails.remove.sign-in',
    removePlain: 'own-emails.remove.plain',
    sendUnknown: 'own-emails.send.unknown',
  },
  project: {
    text: 'users.emails.text',
    none: 'users.emails.none',
    isPrimary: 'users.emails.make-primary.is',
    needsPrimary: 'users.emails.send.needs-primary',
    madePrimary: 'users.emails.made-primary',
    removePrimary: 'users.emails.remove.primary',
    removeSignIn: 'users.emails.remove.sign-in',
    removePlain: 'users.emails.remove.plain',
    sendUnknown: 'users.emails.send.unknown',
  },
};
