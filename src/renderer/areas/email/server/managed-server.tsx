import { type ReactNode, useState } from 'react';
import type { ManagedDomain } from '#contract/service/models/mail-models.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useManagedDomains } from '../data';
import { DeliverySection } from '../delivery-section';
import { ManagedDomains } from './managed-domains';
import { addressOf, appliedDomain, looksManaged } from './server-values';

interface ManagedServerProps {
  connectionId: string;
  project: AdminProject;
  skeleton: ReactNode;
  /** The form of a server; it gets what it says above its fields. */
  form: (notice: ReactNode) => ReactNode;
}

/**
 * Shows a managed domain in place of the form, which would end it with any change, until another server is wanted. Nothing is read for a
 * project whose server can't be one.
 */
export function ManagedServer({ connectionId, project, skeleton, form }: ManagedServerProps) {
  const { t } = useMessages();
  const [replaced, setReplaced] = useState<string | null>(null);
  const feature = useConnection(connectionId)?.features?.['managed-domains'];
  const isAsked = looksManaged(project) && feature !== false;
  const { data, error, isFetching, refetch } = useManagedDomains(connectionId, isAsked);
  if (!isAsked) return form(null);
  if (data === undefined) {
    if (error === null) return skeleton;
    // A service that isn't known to have managed domains may not have the list.
    return feature === true ? <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} /> : form(null);
  }
  const domain = appliedDomain(project, data.items);
  if (domain === undefined) return form(null);
  if (domain.domain_id !== replaced) {
    return <ShownDomain connectionId={connectionId} project={project} domain={domain} onReplace={() => setReplaced(domain.domain_id)} />;
  }
  const keep = (
    <Button size="sm" onClick={() => setReplaced(null)}>
      {t('email.managed.keep')}
    </Button>
  );
  return form(
    <Callout tone="warn" title={t('email.managed.ends')} action={keep}>
      {t('email.managed.ends.text', { domain: domain.subdomain })}
    </Callout>,
  );
}

interface ShownDomainProps {
  connectionId: string;
  project: AdminProject;
  domain: ManagedDomain;
  onReplace: () => void;
}

function ShownDomain({ connectionId, project, domain, onReplace }: ShownDomainProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const [isAsking, setAsking] = useState(false);
  const { email_config: stored } = project.config;
  return (
    <Page>
      <PageSection title={t('email.managed')} text={t('email.managed.text')}>
        <Card>
          <FactRow label={t('email.managed.domain')}>
            <bdi>{domain.subdomain}</bdi>
          </FactRow>
          <FactRow label={t('email.server.sender-email')}>
            <bdi>{addressOf(domain)}</bdi>
          </FactRow>
          {stored.type === 'standard' && (
            <FactRow label={t('email.server.sender-name')}>
              <bdi>{stored.sender_name}</bdi>
            </FactRow>
          )}
        </Card>
        <Callout
          tone="neutral"
          action={
            <Button size="sm" disabledReason={readOnly} onClick={() => setAsking(true)}>
              {t('email.managed.replace')}
            </Button>
          }
        >
          {t('email.managed.ends.text', { domain: domain.subdomain })}
        </Callout>
      </PageSection>
      <ManagedDomains connectionId={connectionId} applied={domain} />
      <DeliverySection connectionId={connectionId} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('email.managed.replace.title', { domain: domain.subdomain })}
        consequence={t('email.managed.replace.text')}
        confirmLabel={t('email.managed.replace')}
        environment={useConnection(connectionId)?.environment}
        onConfirm={onReplace}
      />
    </Page>
  );
}
