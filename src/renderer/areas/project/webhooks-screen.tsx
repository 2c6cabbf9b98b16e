import { ChevronDown, ChevronRight, Copy, ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import { websiteUrl } from '#contract/urls.ts';
import { api, service } from '#data/api.ts';
import { useConnection, useTopic } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { cx } from '#lib/class-names.ts';
import { type Action, useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopySecret } from '#parts/reveal/use-copy-secret.ts';
import { useHeldSecret } from '#parts/reveal/use-held-secret.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ActionCard, Card, CardRow } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useViewState } from '#window/view-state.ts';
import styles from './webhooks-screen.module.css';

/** Opens a website that the user entered in the system browser, which learns nothing of the app. Opens nothing else. */
export function openWebsite(text: string): void {
  const url = websiteUrl(text);
  if (url !== null) window.open(url.href, '_blank', 'noopener,noreferrer');
}

/** The way to the webhook portal of the project: one button, and what is needed where the service doesn't report the portal's address. */
export function WebhooksScreen() {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const isSandbox = useConnection(connectionId)?.kind === 'sandbox';
  const [access, setAccess] = useState<PortalAccess | null>(null);
  const portal = useAction(openPortal);
  const openAt = (url: SecretReference | null) => void (url && portal.run({ connectionId, ref: url.ref }));
  const creation = useAction(() => createPortalAccess(connectionId), {
    onDone: (created) => {
      setAccess(created);
      openAt(created.url);
    },
  });
  const open = () => {
    const { failure } = portal;
    const isUsable = access !== null && access.url !== null && (failure === null || failure.code === 'cancelled');
    if (isUsable) openAt(access.url);
    else void creation.run();
  };
  const isBusy = creation.isPending || portal.isPending;
  return (
    <Page>
      <PageSection title={t('webhooks.title')} text={t('webhooks.text')}>
        <ActionCard
          title={t('webhooks.portal')}
          text={t(isSandbox ? 'webhooks.sandbox' : 'webhooks.portal.text')}
          action={
            <Button variant={isSandbox ? 'default' : 'primary'} icon={ExternalLink} busy={isBusy} onClick={open}>
              {t('webhooks.portal.open')}
            </Button>
          }
        />
        {creation.failure !== null && <NoToken report={creation.failure} />}
        {access !== null && creation.failure === null && <CreatedAccess key={access.token.ref} access={access} portal={portal} />}
        <OtherWays isUnreported={access !== null && access.url === null} />
      </PageSection>
    </Page>
  );
}

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** The webhooks page of a dashboard, which few need: shown once it is asked for, entered before, or the only way. */
function OtherWays({ isUnreported }: { isUnreported: boolean }) {
  const { t } = useMessages();
  const id = useId();
  const [stored, store] = useViewState('webhooks.dashboard-url', '', isText);
  const [asked, setAsked] = useState<boolean | null>(null);
  const isOpen = asked ?? (isUnreported || stored !== '');
  return (
    <div className={styles.other}>
      <Button
        variant="plain"
        icon={isOpen ? ChevronDown : ChevronRight}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setAsked(!isOpen)}
      >
        {t('webhooks.dashboard')}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Dashboard stored={stored} store={store} />}
      </div>
    </div>
  );
}

/** The URL is stored as it is typed, so that a mistake in it can be corrected later. */
function Dashboard({ stored, store }: { stored: string; store: (url: string) => void }) {
  const { t } = useMessages();
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
          help={t('webhooks.dashboard.text')}
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

/** A service without a webhook provider responds with its own error. */
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

interface CreatedAccessProps {
  access: PortalAccess;
  /** The action that opened the portal, or couldn't. */
  portal: Action<[PortalReference]>;
}

/** Whether the portal was opened, and its token, which isn’t shown but can be copied. */
function CreatedAccess({ access: { token, url }, portal }: CreatedAccessProps) {
  const { t } = useMessages();
  const seconds = useTopic('settings.state').clipboardSeconds;
  useHeldSecret(token.ref);
  const { clearedAt, copy, disabledReason } = useCopySecret(token.ref);
  const copied = clearedAt === null ? t('webhooks.token.copied') : t('webhooks.token.clears', { seconds });
  const isOpened = url !== null && !portal.isPending && portal.failure === null;
  const title = t(url === null ? 'webhooks.unreported' : isOpened ? 'webhooks.portal.opened' : 'webhooks.token.created');
  return (
    <>
      {portal.failure?.code !== 'cancelled' && <ErrorCallout report={portal.failure} />}
      <Callout
        tone={isOpened ? 'good' : 'neutral'}
        title={title}
        action={
          <Button size="sm" icon={Copy} busy={copy.isPending} disabledReason={disabledReason} onClick={() => void copy.run()}>
            {t('webhooks.token.copy')}
          </Button>
        }
      >
        {clearedAt === undefined ? t(url === null ? 'webhooks.unreported.text' : 'webhooks.token.text') : copied}
      </Callout>
      {url !== null && <Held secretRef={url.ref} />}
      <VisuallyHidden role="status">{clearedAt === undefined ? title : t('ui.copied')}</VisuallyHidden>
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

interface PortalReference {
  readonly connectionId: string;
  readonly ref: string;
}

/** Opens the portal in the system browser. */
async function openPortal({ connectionId, ref }: PortalReference): Promise<void> {
  await api.webhookPortal.open({ connectionId, ref });
}
