import { useMessages } from '../../../lib/use-messages';
import { Card } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import type { OwnAccount } from '../own-account';
import { OneTimeCodeRow } from './one-time-code-row';
import { PasskeyRow } from './passkey-row';
import { PasswordRow } from './password-row';

/** The sign-in methods of the account itself. Those of providers are connected accounts. */
export function MethodsSection(own: OwnAccount) {
  const { t } = useMessages();
  return (
    <PageSection title={t('methods.title')} text={t('methods.text')}>
      <Card>
        <PasswordRow own={own} />
        <PasskeyRow own={own} />
        <OneTimeCodeRow own={own} />
      </Card>
    </PageSection>
  );
}
