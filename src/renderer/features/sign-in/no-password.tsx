import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/callout';

/** For projects whose people sign in by other ways only. */
export function NoPassword() {
  const { t } = useMessages();
  return (
    <Callout tone="warn" title={t('known.PASSWORD_AUTHENTICATION_NOT_ENABLED')}>
      {t('sign-in.no-password.text')}
    </Callout>
  );
}
