import { passwordLength } from '#contract/limits.ts';
import { password } from '#contract/service/models/fields.ts';
import { checkPassword } from './password-rules';

/** The service's limits for a new password, which its own schema checks only in part (wire/limits 1). */
export const newPassword = password.min(passwordLength.min).refine((text) => checkPassword(text).problem === null);
