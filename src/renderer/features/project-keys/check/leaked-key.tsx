import { useState } from 'react';
import type { SecretReference } from '../../../../contract/service/models/secret';
import { textToType } from '../../../blocks/api-keys/text-to-type';
import { useMessages } from '../../../lib/use-messages';
import type { ApiKey } from '../../../queries/api-keys';
import { revokeLeakedKey } from '../../../queries/project/api-key-calls';
import { useConnection } from '../../../stores/connections';
import { useReadOnlyReason } from '../../../stores/read-only';
import { useToasts } from '../../../ui/feedback/toasts';
import { Button } from '../../../ui/inputs/button';
import { Card, CardRow } from '../../../ui/layout/card';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import styles from '../project-keys.module.css';

interface LeakedKeyProps {
  connectionId: string;
  secret: SecretReference;
  apiKey: ApiKey;
  onRevoked: () => Promise<void>;
}

/** Revokes a valid key because others may know it. The service notifies its owners. */
export function LeakedKey({ connectionId, secret, apiKey, onRevoked }: LeakedKeyProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const [isAsking, setAsking] = useState(false);
  const blocked = useReadOnlyReason(connectionId);
  const environment = useConnection(connectionId)?.environment;
  const confirm = async () => {
    await revokeLeakedKey(connectionId, secret);
    show({ tone: 'good', title: 'key-check.leaked.done' });
    // The key is revoked, whatever another check says.
    await onRevoked().catch(() => undefined);
  };
  return (
    <Card>
      <CardRow>
        <div className={styles.leaked}>
          <p className={styles.name}>{t('key-check.leaked.title')}</p>
          <p className={styles.note}>{t('key-check.leaked.text')}</p>
        </div>
        <Button variant="danger" disabledReason={blocked} onClick={() => setAsking(true)}>
          {t('key-check.leaked.revoke')}
        </Button>
      </CardRow>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('key-check.leaked.question')}
        consequence={t('key-check.leaked.consequence')}
        confirmLabel={t('api-keys.revoke.confirm')}
        danger
        typeToConfirm={textToType(apiKey.description, apiKey.value.last_four)}
        environment={environment}
        onConfirm={confirm}
      />
    </Card>
  );
}
