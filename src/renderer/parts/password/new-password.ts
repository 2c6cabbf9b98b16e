import { passwordLength } from '../../../contract/limits';
import { password } from '../../../contract/service/models/fields';
import { checkPassword } from './password-rules';

/** The service's limits for a new password, which its own schema checks only in part (wire/limits 1). */
export const newPassword = password.min(passwordLength.min).refine((text) => checkPassword(text).problem === null);
