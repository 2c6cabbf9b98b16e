/** What the dialogs that add an email address to an account share. */
import { z } from 'zod';
import { email } from '#contract/service/models/fields.ts';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import type { MessageKey } from '#messages/translator.ts';

/** Validates an address by the syntax of the service, and that it isn't one of `emails`. `known` is shown if it is. */
export function newEmail(emails: readonly ContactChannel[], known: MessageKey) {
  return z
    .string()
    .refine((text) => email.safeParse(text).success, { params: { text: 'sign-in.email.invalid' satisfies MessageKey }, abort: true })
    .refine((text) => !emails.some(({ value }) => value === text), { params: { text: known } });
}

/** Errors of the service that are shown at the address. */
export const newEmailErrors = { CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: 'value', SCHEMA_ERROR: 'value' } as const;
