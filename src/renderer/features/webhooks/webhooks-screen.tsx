import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { websiteUrl } from '../../../contract/loopback';
import type { JsonValue } from '../../../contract/service/models/fields';
import { NeedsAdminAccess } from '../../blocks/admin/needs-admin-access';
import { cx } from '../../lib/class-names';
import { useMessages } from '../../lib/use-messages';
import type { PortalAccess } from '../../queries/project/webhooks';
import { useConnection } from '../../stores/connections';
import { useViewState } from '../../stores/window/view-state';
import { Button } from '../../ui/inputs/button';
import { Field } from '../../ui/inputs/field';
import { TextInput } from '../../ui/inputs/text-input';
import { Card, CardRow } from '../../ui/layout/card';
import { Page, PageSection } from '../../ui/layout/page';
import { openWebsite } from './open-website';
import { PortalToken } from './portal-token';
import styles from './webhooks.module.css';

/** The way to the webhook portal of the project: its token, and the dashboard that opens it. */
export function WebhooksScreen() {
  const { connection: connectionId = '' } = useParams();
  const { t } = useMessages();
  return (
    <NeedsAdminAccess connectionId={connectionId} title={t('webhooks.locked')} text={t('webhooks.locked.text')}>
      <Webhooks key={connectionId} connectionId={connectionId} />
    </NeedsAdminAccess>
  );
}

function Webhooks({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const [access, setAccess] = useState<PortalAccess | null>(null);
  const isSandbox = useConnection(connectionId)?.kind === 'sandbox';
  const note = isSandbox && <p className={styles.quiet}>{t('webhooks.sandbox')}</p>;
  // Whether the service reports the portal's address shows with a token.
  const isUnreported = access !== null && access.url === null;
  return (
    <Page>
      <PageSection title={t('webhooks.title')} text={t('webhooks.text')}>
        <PortalToken connectionId={connectionId} access={access} onCreated={setAccess} note={note} />
      </PageSection>
      <PageSection title={t('webhooks.dashboard')} text={t(isUnreported ? 'webhooks.dashboard.text' : 'webhooks.dashboard.also')}>
        <Dashboard />
      </PageSection>
    </Page>
  );
}

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** The URL is stored as it is typed, so that a mistake in it can be corrected later. */
function Dashboard() {
  const { t } = useMessages();
  const [stored, store] = useViewState('webhooks.dashboard-url', '', isText);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? stored;
  const url = websiteUrl(text);
  const isWrong = text.trim() !== '' && url === null;
  const change = (next: string) => {
    setTyped(next);
    if (next.trim() === '' || websiteUrl(next) !== null) store(next.trim());
  };
  const reason = isWrong ? t('webhooks.dashboard.invalid') : url === null ? t('webhooks.dashboard.missing') : undefined;
  return (
    <Card>
      <CardRow className={styles.dashboard}>
        <Field
          className={cx(styles.field)}
          label={t('webhooks.dashboard.url')}
          error={isWrong ? t('webhooks.dashboard.invalid') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="url"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={2048}
              value={text}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
        <Button icon={ExternalLink} disabledReason={reason} onClick={() => openWebsite(text)}>
          {t('webhooks.dashboard.open')}
        </Button>
      </CardRow>
    </Card>
  );
}
