import { ShieldCheck } from 'lucide-react';
import type { Connection, OwnerCredential } from '../../../contract/bridge/connections';
import { useMessages } from '../../lib/use-messages';
import { accountsStore } from '../../stores/accounts';
import { useConnection } from '../../stores/connections';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import styles from './connection-form.module.css';
import { type KeyKind, keyKinds } from './connection-values';
import { KeyField } from './key-field';
import type { ConnectionForm } from './use-connection-form';

/** The credentials: keys as typed, keys that are held, and access by the owner's session. */
export function KeyFields({ form, connection }: { form: ConnectionForm; connection: Connection | undefined }) {
  const { values, set, errors, before } = form;
  const owner = connection?.credentials.owner ?? null;
  const held = (kind: KeyKind) => connection?.credentials[kind] ?? false;
  return (
    <Card className={styles.card}>
      {owner !== null && <OwnerAccess owner={owner} />}
      {keyKinds.map((kind) => (
        <KeyField
          key={kind}
          kind={kind}
          held={held(kind)}
          entry={values.keys[kind]}
          before={before.keys[kind]}
          error={errors[`keys.${kind}`]?.message}
          onChange={(entry) => set({ keys: { ...values.keys, [kind]: entry } })}
        />
      ))}
    </Card>
  );
}

function OwnerAccess({ owner: { accountId, internalConnectionId } }: { owner: OwnerCredential }) {
  const { t } = useMessages();
  const account = accountsStore((state) => state.value?.find(({ id }) => id === accountId));
  const internal = useConnection(internalConnectionId);
  const name = account?.displayName || account?.primaryEmail || t('connect.owner.unknown');
  return (
    <div className={styles.owner}>
      <Icon of={ShieldCheck} size={18} />
      <div>
        <p className={styles.ownerTitle}>{t('connect.owner', { name, connection: internal?.name ?? t('connect.owner.gone') })}</p>
        <p className={styles.note}>{t('connect.owner.text')}</p>
      </div>
    </div>
  );
}
