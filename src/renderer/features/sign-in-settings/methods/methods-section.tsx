import { Lock } from 'lucide-react';
import { useMessages } from '../../../lib/use-messages';
import { useImpersonationReason } from '../../../stores/sign-in-changes';
import { Icon } from '../../../ui/data/icon';
import { Card } from '../../../ui/layout/card';
import { PageSection } from '../../../ui/layout/page';
import type { OwnAccount } from '../own-account';
import styles from './methods-section.module.css';
import { OneTimeCodeRow } from './one-time-code-row';
import { PasskeyRow } from './passkey-row';
import { PasswordRow } from './password-row';

/** The sign-in methods of the account itself. Those of providers are connected accounts. */
export function MethodsSection(own: OwnAccount) {
  const { t } = useMessages();
  const impersonating = useImpersonationReason(own.connectionId);
  const note = impersonating !== undefined && (
    <span className={styles.note}>
      <Icon of={Lock} size={14} />
      {impersonating}
    </span>
  );
  return (
    <PageSection title={t('methods.title')} text={t('methods.text')} action={note}>
      <Card>
        <PasswordRow own={own} />
        <PasskeyRow own={own} />
        <OneTimeCodeRow own={own} />
      </Card>
    </PageSection>
  );
}
