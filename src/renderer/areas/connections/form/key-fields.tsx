import { LogIn, ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { useProjectOwner } from '#data/access.ts';
import { type KeyKind, keyKinds } from '#lib/rules/project-keys.ts';
import type { ProjectOwner } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { paths } from '#window/routes.ts';
import styles from './connection-form.module.css';
import { KeyField } from './key-field';
import type { ConnectionForm } from './use-connection-form';

/** The credentials: typed keys, stored keys, and access by the owner's session. */
export function KeyFields({ form, connection }: { form: ConnectionForm; connection: Connection | undefined }) {
  const owner = useProjectOwner(connection);
  const held = (kind: KeyKind) => connection?.credentials[kind] ?? false;
  return (
    <Card className={styles.card}>
      {connection !== undefined && owner !== null && <OwnerAccess connectionId={connection.id} owner={owner} />}
      {keyKinds.map((kind) => (
        <KeyField key={kind} form={form} kind={kind} held={held(kind)} />
      ))}
    </Card>
  );
}

function OwnerAccess({ connectionId, owner: { name, isSignedIn, internal } }: { connectionId: string; owner: ProjectOwner }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const where = { name: name ?? t('connect.owner.unknown'), connection: internal?.name ?? t('connect.owner.gone') };
  return (
    <div className={styles.owner}>
      <Icon of={ShieldCheck} size={18} />
      <div>
        <p className={styles.ownerTitle}>{t('connect.owner', where)}</p>
        <p className={styles.note}>{t(isSignedIn ? 'connect.owner.text' : 'connect.owner.ended')}</p>
      </div>
      {!isSignedIn && internal !== undefined && (
        <Button size="sm" icon={LogIn} onClick={() => void navigate(paths.signIn(internal.id, paths.edit(connectionId)))}>
          {t('ui.sign-in')}
        </Button>
      )}
    </div>
  );
}
