import { passwordBytes } from '#contract/limits.ts';
import type { MessageKey } from '#messages/translator.ts';
import { checkPassword } from '#parts/password/password-rules.ts';

const texts = {
  short: 'known.PASSWORD_TOO_SHORT',
  long: 'known.PASSWORD_TOO_LONG',
  bytes: 'sign-up.password.bytes',
} as const;

/** The values of the texts of problems. */
export const passwordLimits = { max: passwordBytes };

/** Returns what is wrong with a new password, a text with {@link passwordLimits}; undefined for a good one. */
export function passwordProblem(password: string): MessageKey | undefined {
  const { problem } = checkPassword(password);
  return problem === null ? undefined : texts[problem];
}
