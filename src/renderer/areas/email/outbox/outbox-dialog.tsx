import { useState } from 'react';
import type { OutboxEmail, OutboxEmailContent } from '#contract/service/models/outbox-models.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { PreviewFrame } from '#parts/email-preview.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from '../email.module.css';
import { causeOf, ServiceWords } from '../server/delivery-failure';
import { OutboxActions } from './outbox-actions';
import { readRawOutboxEmail, useOutboxEmail } from './outbox-data';
import { OutboxDetails } from './outbox-details';
import { errorOf, mayHaveArrived } from './outbox-states';
import { useOutboxActions } from './use-outbox-actions';

/** The email as its recipient sees it. */
function OutboxPreview({ email: { html, text, subject } }: { email: OutboxEmailContent }) {
  const { t } = useMessages();
  if (typeof html === 'string' && html !== '') {
    return (
      <div className={styles.preview}>
        <p className={styles.quiet}>{t('email.outbox.content')}</p>
        <PreviewFrame title={t('email.template.preview.of', { name: subject || t('email.sent.no-subject') })} html={html} />
      </div>
    );
  }
  if (typeof text === 'string' && text !== '') return <CodeBlock label={t('email.outbox.view.preview')} text={text} />;
  return <p className={styles.quiet}>{t('email.outbox.preview.none')}</p>;
}

/** What the email is rendered from. */
function OutboxSource({ connectionId, email }: { connectionId: string; email: OutboxEmailContent }) {
  const { t } = useMessages();
  const { id, tsx_source: source, variables } = email;
  const hasVariables = typeof variables === 'object' && variables !== null && Object.keys(variables).length > 0;
  return (
    <>
      <p className={styles.quiet}>{t('email.outbox.content')}</p>
      <CodeBlock label={t('email.outbox.view.source')} text={source} />
      {hasVariables && (
        <div>
          <h3 className={styles.subtitle}>{t('email.outbox.variables')}</h3>
          <CodeBlock label={t('email.outbox.variables')} text={JSON.stringify(variables, null, 2)} />
        </div>
      )}
      <div className={styles.actions}>
        <CopyTextButton size="sm" value={source}>
          {t('email.outbox.copy-source')}
        </CopyTextButton>
        <CopyTextButton size="sm" value={async () => JSON.stringify(await readRawOutboxEmail(connectionId, id), null, 2)}>
          {t('email.sent.copy')}
        </CopyTextButton>
      </div>
    </>
  );
}

/** A text for programs. In privacy mode, it is concealed as a whole. */
function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no set of fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div role="group" aria-label={label} tabIndex={0} dir="ltr" data-personal="" className={styles.code}>
      <pre>{text}</pre>
    </div>
  );
}

interface OutboxDialogProps {
  connectionId: string;
  /** The email as the list has it. */
  listed: OutboxEmail;
  onClose: () => void;
}

const views = ['details', 'preview', 'source'] as const;

/** An email of the outbox: its times and attempts, its content, and what can be done with it. */
export function OutboxDialog({ connectionId, listed, onClose }: OutboxDialogProps) {
  const { t } = useMessages();
  const [view, setView] = useState<(typeof views)[number]>('details');
  const { data, error, refetch, isFetching } = useOutboxEmail(connectionId, listed);
  const failure = error && reportOf(error);
  const actions = useOutboxActions(connectionId, data, listed.id);
  const email = data ?? listed;
  const footer = (
    <>
      <OutboxActions connectionId={connectionId} email={email} actions={actions} isRead={data !== undefined} />
      <Button variant="primary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('email.sent.details')}
      environment={useConnection(connectionId)?.environment}
      footer={footer}
      width={680}
    >
      <div className={styles.details}>
        <div className={styles.viewLine}>
          <Segmented
            label={t('email.outbox.view')}
            value={view}
            options={views.map((value) => ({ value, label: t(`email.outbox.view.${value}`) }))}
            onValueChange={setView}
          />
          <p role="status" className={styles.quiet}>
            {actions.done && t(`email.outbox.${actions.done}.done`)}
          </p>
        </div>
        {data === undefined && failure === null && <LoadingDetails />}
        {data !== undefined && <OutboxView connectionId={connectionId} email={data} view={view} />}
        {failure && (
          <ErrorCallout report={failure} action={<RetryButton report={failure} onRetry={() => void refetch()} busy={isFetching} />} />
        )}
        <ErrorCallout report={actions.failure} next={actions.next && t(actions.next)} />
      </div>
    </Dialog>
  );
}

interface OutboxViewProps {
  connectionId: string;
  email: OutboxEmailContent;
  view: (typeof views)[number];
}

function OutboxView({ connectionId, email, view }: OutboxViewProps) {
  if (view === 'preview') return <OutboxPreview email={email} />;
  if (view === 'source') return <OutboxSource connectionId={connectionId} email={email} />;
  return (
    <>
      <OutboxProblem email={email} />
      <OutboxDetails connectionId={connectionId} email={email} />
    </>
  );
}

function LoadingDetails() {
  return (
    <div className={styles.details}>
      <LoadingStatus />
      {['60%', '45%', '70%', '50%', '55%', '40%'].map((width) => (
        <Skeleton key={width} width={width} height={18} />
      ))}
    </div>
  );
}

/** Why the email failed, and what helps. */
function OutboxProblem({ email }: { email: OutboxEmail }) {
  const { t } = useMessages();
  const error = errorOf(email);
  if (error === undefined) return null;
  if (email.status === 'render-error') {
    return (
      <Callout tone="warn" title={t('email.outbox.render-error')}>
        <ServiceWords words={error} />
        <p>{t('email.outbox.render-error.text')}</p>
      </Callout>
    );
  }
  const cause = causeOf(error);
  const isUnsure = mayHaveArrived(email);
  return (
    <Callout
      tone="warn"
      title={isUnsure || cause === 'other' ? t(isUnsure ? 'email.outbox.unsure' : 'email.sent.failed') : t(`email.failure.${cause}`)}
    >
      <ServiceWords words={error} />
      {isUnsure && <p>{t('email.outbox.unsure.text')}</p>}
    </Callout>
  );
}
