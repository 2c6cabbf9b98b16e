import { passwordBytes } from '../../../../contract/limits';
import { checkPassword } from '../../../blocks/password/password-rules';
import { useMessages } from '../../../lib/use-messages';

/** Returns a check of a new password: the problem as text, or true. */
export function usePasswordProblem(): (password: string) => string | true {
  const { t } = useMessages();
  return (password) => {
    const { problem } = checkPassword(password);
    if (problem === null) return true;
    if (problem === 'bytes') return t('sign-up.password.bytes', { max: passwordBytes });
    return t(problem === 'short' ? 'known.PASSWORD_TOO_SHORT' : 'known.PASSWORD_TOO_LONG');
  };
}
