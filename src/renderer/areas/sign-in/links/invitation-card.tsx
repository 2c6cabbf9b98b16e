import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Account } from '#contract/bridge/accounts.ts';
import type { LinkOutcome } from '#contract/bridge/links.ts';
import { api } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { currentAccount, topicNow } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { ProjectCard } from '../card/project-card';
import steps from '../steps/steps.module.css';
import { DoneNotice } from './done-notice';
import { AccountPicker, NeedsAccount, useLinkAccount } from './link-account';
import type { LinkCardProps } from './link-card';
import { LinkFailure } from './link-failure';
import styles from './links.module.css';
import { type Decision, useDecision } from './use-decision';

/** An invitation to a team: which one, and which account takes it. */
export function InvitationCard(props: LinkCardProps) {
  const { t } = useMessages();
  const { connection } = props;
  const { accounts, actor, choose } = useLinkAccount(connection.id);
  const decision = useDecision(props);
  const { outcome } = decision;
  const content = () => {
    if (outcome?.outcome === 'team-joined') return <Joined {...outcome} />;
    if (actor === undefined) return <NeedsAccount {...props} text={t('link.invitation.sign-in')} onDismiss={decision.dismiss} />;
    return <Invitation {...props} accounts={accounts} actor={actor} onChoose={choose} decision={decision} />;
  };
  return (
    <ProjectCard connection={connection} title="link.invitation.title">
      {content}
    </ProjectCard>
  );
}

/** Says which team was joined. The account that joined it becomes the current one, whose teams the navigation lists. */
function Joined({ connectionId, accountId, teamName }: Extract<LinkOutcome, { outcome: 'team-joined' }>) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  useEffect(() => {
    if (currentAccount(topicNow('accounts.list'), connectionId)?.id !== accountId) runTask(() => api.accounts.use({ accountId }));
  }, [connectionId, accountId, runTask]);
  return <DoneNotice title={t('link.invitation.done', { team: teamName })} to={paths.profile(connectionId)} />;
}

interface InvitationProps extends LinkCardProps {
  accounts: readonly Account[];
  actor: Account;
  onChoose: (accountId: string) => void;
  decision: Decision;
}

function Invitation({ link, connection, accounts, actor, onChoose, decision }: InvitationProps) {
  const { t } = useMessages();
  const { data, error, refetch } = useInvitation(link.id, connection.id, actor.id);
  const readOnly = useReadOnlyReason(connection.id);
  const report = decision.failure ?? (error && reportOf(error));
  const join = () => void decision.accept({ accountId: actor.id });
  // For the account that is chosen by now.
  const retry = decision.failure === null ? () => void refetch() : join;
  return (
    <div className={steps.step}>
      {report && <LinkFailure report={report} kind={link.kind} connectionId={connection.id} decision={{ ...decision, retry }} />}
      {!error && (
        <p className={styles.facts}>
          <span className={styles.label}>{t('link.invitation.team')}</span>
          {data === undefined ? <Loading /> : <bdi className={styles.team}>{data.teamName}</bdi>}
        </p>
      )}
      <AccountPicker
        label={t('link.invitation.account')}
        accounts={accounts}
        value={actor.id}
        onValueChange={onChoose}
        isUsed={decision.busy}
        connectionId={connection.id}
        linkId={link.id}
      />
      <div className={styles.buttons}>
        <Button onClick={decision.dismiss}>{t('link.invitation.decline')}</Button>
        <Button
          variant="primary"
          busy={decision.busy}
          disabledReason={readOnly ?? (data === undefined ? t('link.invitation.wait') : undefined)}
          onClick={join}
        >
          {t('link.invitation.accept')}
        </Button>
      </div>
      <p className={styles.note}>{t('link.invitation.decline.help')}</p>
    </div>
  );
}

function Loading() {
  return (
    <>
      <LoadingStatus />
      <Skeleton width={160} height={16} />
    </>
  );
}

/** Each request counts as an attempt with the code: one request per account. */
function useInvitation(id: string, connectionId: string, accountId: string) {
  return useQuery({
    queryKey: [...queryKeys.connection(connectionId), 'invitation', id, accountId],
    queryFn: () => api.links.details({ id, connectionId, accountId }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
