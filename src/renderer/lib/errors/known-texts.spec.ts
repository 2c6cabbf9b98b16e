import { expect, test } from 'vitest';
import { knownErrors } from '#contract/known-errors.ts';
import { createTranslator } from '#messages/translator.ts';
import { errorText } from './error-text';

/** The service's own sentences, which the app says in its own words. */
test.each([
  ['EMAIL_PASSWORD_MISMATCH', 'Wrong e-mail or password.', 'Incorrect email or password'],
  [
    'SIGN_UP_NOT_ENABLED',
    'Creation of new accounts is not enabled for this project. Please ask the project owner to enable it.',
    'Sign-up is turned off for this project',
  ],
  ['INVALID_TOTP_CODE', 'The TOTP code is invalid. Please try again.', 'Incorrect code'],
] as const)('%s, “%s”, is shown as “%s”', (known, text, shown) => {
  expect(knownErrors[known].text).toBe(text);
  expect(errorText(createTranslator('en'), { code: 'known-error', known, text }).title).toBe(shown);
});
