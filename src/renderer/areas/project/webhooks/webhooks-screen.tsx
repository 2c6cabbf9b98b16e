import { Copy, ExternalLink, KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { ErrorReport } from '#contract/errors.ts';
import { websiteUrl } from '#contract/loopback.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import { api, service } from '#data/api.ts';
import { useConnection, useTopic } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { cx } from '#lib/class-names.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopySecret } from '#parts/reveal/use-copy-secret.ts';
import { useHeldSecret } from '#parts/reveal/use-held-secret.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ActionCard } from '#ui/layout/action-card.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useViewState } from '#window/view-state.ts';
import { openWebsite } from './open-website';
import styles from './webhooks.module.css';

/** The way to the webhook portal of the project: its token, and the dashboard that opens it. */
export function WebhooksScreen() {
  const { connectionId } = useScope();
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

interface PortalTokenProps {
  connectionId: string;
  /** What was created last. */
  access: PortalAccess | null;
  onCreated: (access: PortalAccess) => void;
  /** What is known of a token before it fails. */
  note: ReactNode;
}

/** Creates a token for the portal. */
function PortalToken({ connectionId, access, onCreated, note }: PortalTokenProps) {
  const { t } = useMessages();
  const creation = useAction(() => createPortalAccess(connectionId), { onDone: onCreated });
  return (
    <>
      <ActionCard
        title={t('webhooks.token')}
        text={t('webhooks.token.text')}
        action={
          <Button icon={KeyRound} busy={creation.isPending} onClick={() => void creation.run()}>
            {t(access === null ? 'webhooks.token.create' : 'webhooks.token.again')}
          </Button>
        }
      />
      {creation.failure !== null && <NoToken report={creation.failure} />}
      {access !== null && creation.failure === null && <CreatedAccess key={access.token.ref} access={access} />}
      {creation.failure === null && note}
    </>
  );
}

/** A service without a webhook provider answers with an error of its own. */
function NoToken({ report }: { report: ErrorReport }) {
  const { t } = useMessages();
  const isAbsent = report.code === 'service-error' && (report.status === 404 || (report.status ?? 0) >= 500);
  if (!isAbsent) return <ErrorCallout report={report} />;
  return (
    <Callout tone="neutral" title={t('webhooks.absent')}>
      {t('webhooks.absent.text')}
    </Callout>
  );
}

/** A token, which isn’t shown but can be copied, and the portal, if the service reports its address. */
function CreatedAccess({ access: { connectionId, token, url } }: { access: PortalAccess }) {
  const { t } = useMessages();
  const seconds = useTopic('settings.state').clipboardSeconds;
  useHeldSecret(token.ref);
  const { clearedAt, copy } = useCopySecret(token.ref);
  const show = useToasts((state) => state.show);
  const portal = useAction(openPortal, { onDone: () => show({ tone: 'good', title: 'webhooks.portal.opened' }) });
  const action = (
    <div className={styles.actions}>
      <Button size="sm" icon={Copy} busy={copy.isPending} onClick={() => void copy.run()}>
        {t('webhooks.token.copy')}
      </Button>
      {url !== null && (
        <Button
          size="sm"
          variant="primary"
          icon={ExternalLink}
          busy={portal.isPending}
          onClick={() => void portal.run({ connectionId, ref: url.ref })}
        >
          {t('webhooks.portal.open')}
        </Button>
      )}
    </div>
  );
  const copied = clearedAt === null ? t('webhooks.token.copied') : t('webhooks.token.clears', { seconds });
  const created = t(url === null ? 'webhooks.token.created.text' : 'webhooks.token.created.portal');
  return (
    <>
      <Callout tone="good" title={t('webhooks.token.created')} action={action}>
        {clearedAt === undefined ? created : copied}
      </Callout>
      {url !== null && <Held secretRef={url.ref} />}
      {portal.failure?.code !== 'cancelled' && <ErrorCallout report={portal.failure} />}
      <VisuallyHidden role="status">{t(clearedAt === undefined ? 'webhooks.token.created' : 'ui.copied')}</VisuallyHidden>
    </>
  );
}

/** Keeps the reference to the portal’s URL from expiring. */
function Held({ secretRef }: { secretRef: string }) {
  useHeldSecret(secretRef);
  return null;
}

/** Secrets that open the webhook portal of a project. */
interface PortalAccess {
  readonly connectionId: string;
  readonly token: SecretReference;
  /** The portal's URL; null if the service doesn't report it. */
  readonly url: SecretReference | null;
}

/** Creates a token for the webhook portal of the project (wire/endpoints 9.5). */
async function createPortalAccess(connectionId: string): Promise<PortalAccess> {
  const { token, url } = await service.webhooks.token({ actor: 'project', connectionId, body: {} });
  // The main process withholds secrets of responses.
  return { connectionId, token: token as SecretReference, url: (url ?? null) as SecretReference | null };
}

/** Opens the portal in the system browser. */
async function openPortal({ connectionId, ref }: { readonly connectionId: string; readonly ref: string }): Promise<void> {
  await api.webhookPortal.open({ connectionId, ref });
}
