import { Copy, Stethoscope, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type ConnectionChange, connectionDraft } from '#contract/bridge/connection-draft.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { api } from '#data/api.ts';
import { topicStores, useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionActions } from '#parts/connections/use-connection-actions.ts';
import { EnvironmentBadge } from '#ui/data/badge.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ActionCard } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { useConnectionDialogs } from '#window/open-dialogs.ts';
import { paths } from '#window/routes.ts';
import { ConnectionForm } from './form/connection-form';
import styles from './form/connection-form.module.css';
import { type ConnectionValues, toChange, valuesOf } from './form/connection-values';
import { HostDialog } from './form/host-question';
import { useConnectionForm } from './form/use-connection-form';

const connectionChange = connectionDraft.partial();

/** Changing a connection that is there. */
export function EditScreen() {
  const connection = useConnection(useParams().connection);
  return connection && <EditForm key={connection.id} connection={connection} />;
}

function EditForm({ connection }: { connection: Connection }) {
  const show = useToasts((state) => state.show);
  const { id } = connection;
  const save = async (change: ConnectionChange, confirmedHost?: string) => {
    await api.connections.edit({ id, change, confirmedHost });
    await topicStores['connections.list'].refresh();
    show({ tone: 'good', title: ({ t }) => t('connect.saved', { name: change.name ?? connection.name }) });
  };
  const test = (values: ConnectionValues, stored: ConnectionValues) => {
    const { baseUrl, projectId, keys, allowPlainHttp } = toChange(stored, values);
    return api.connections.test({ id, draft: { baseUrl, projectId, keys, allowPlainHttp } });
  };
  const toInput = (values: ConnectionValues, stored: ConnectionValues) => toChange(stored, values);
  const form = useConnectionForm({ stored: valuesOf(connection), schema: connectionChange, toInput, save, test });
  const foot = <Others connection={connection} isDirty={form.isDirty} />;
  return <ConnectionForm form={form} connection={connection} head={<Head connection={connection} />} foot={foot} />;
}

function Head({ connection }: { connection: Connection }) {
  const { id, name, uncheckedHost } = connection;
  return (
    <>
      <header className={styles.editHead}>
        <h2 className={styles.title}>
          <bdi>{name}</bdi>
        </h2>
        <EnvironmentBadge connection={connection} />
      </header>
      {uncheckedHost !== undefined && <UncheckedHost connectionId={id} host={uncheckedHost} />}
    </>
  );
}

function Others({ connection, isDirty }: { connection: Connection; isDirty: boolean }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { duplicate } = useConnectionActions();
  const show = useConnectionDialogs((state) => state.show);
  const { id, kind } = connection;
  const reason = kind === 'sandbox' ? t('connect.duplicate.sandbox') : isDirty ? t('connect.duplicate.unsaved') : undefined;
  return (
    <PageSection title={t('connect.more')}>
      <ActionCard
        title={t('shell.screen.diagnostics')}
        text={t('diagnostics.open.text')}
        action={
          <Button icon={Stethoscope} onClick={() => void navigate(paths.diagnostics(id))}>
            {t('diagnostics.open')}
          </Button>
        }
      />
      <ActionCard
        title={t('connect.duplicate')}
        text={t('connect.duplicate.text')}
        action={
          <Button icon={Copy} disabledReason={reason} onClick={() => duplicate(connection)}>
            {t('connect.duplicate')}
          </Button>
        }
      />
      <ActionCard
        tone="bad"
        title={t('connect.remove.heading')}
        text={t('connect.remove.text')}
        action={
          <Button icon={Trash2} variant="danger" onClick={() => show({ kind: 'remove', connectionId: id })}>
            {t('connect.remove')}
          </Button>
        }
      />
    </PageSection>
  );
}

/** Says that a connection's server hasn't received its secret keys yet, and lets the user confirm the host. */
function UncheckedHost({ connectionId, host }: { connectionId: string; host: string }) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [isAsked, setIsAsked] = useState(false);
  const decide = async (isConfirmed: boolean) => {
    if (isConfirmed) await api.connections.confirmServer({ id: connectionId, host });
    setIsAsked(false);
  };
  return (
    <>
      <Callout
        tone="warn"
        title={t('connect.server.unchecked', { host })}
        action={
          <Button size="sm" onClick={() => setIsAsked(true)}>
            {t('connect.server.confirm.open')}
          </Button>
        }
      >
        {t('connect.server.unchecked.text')}
      </Callout>
      <HostDialog question={isAsked ? { host, decide } : null} environment={environment} />
    </>
  );
}
