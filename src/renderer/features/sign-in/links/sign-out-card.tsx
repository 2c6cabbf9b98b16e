import { useState } from 'react';
import type { Account } from '../../../../contract/bridge/accounts';
import { useTargetPaths } from '../../../blocks/connections/target-paths';
import { useAccountName } from '../../../lib/rules/account-name';
import { useMessages } from '../../../lib/use-messages';
import { useCurrentAccount } from '../../../stores/accounts';
import { Callout } from '../../../ui/feedback/callout';
import { Button } from '../../../ui/inputs/button';
import { ProjectCard } from '../card/project-card';
import steps from '../steps/steps.module.css';
import { DoneNotice } from './done-notice';
import type { LinkCardProps } from './link-card';
import { LinkFailure } from './link-failure';
import { useDecision } from './use-decision';

/** A link that signs out: never without asking, for any page can open it. */
export function SignOutCard({ link, connection }: LinkCardProps) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const account = useCurrentAccount(connection.id);
  const decision = useDecision({ link, connection });
  const { outcome, failure, busy } = decision;
  const [signedOut, setSignedOut] = useState<Account>();
  const next = useTargetPaths().signedOut(connection.id, signedOut?.id);
  const signOut = (leaving: Account) => {
    setSignedOut(leaving);
    void decision.accept({ accountId: leaving.id });
  };
  const content = () => {
    if (outcome?.outcome === 'signed-out') {
      const shared = signedOut?.isShared ? t('profile.signed-out.shared') : undefined;
      const text = outcome.endedAtService ? shared : t('shell.account.signed-out-here-only');
      return <DoneNotice title={t('link.sign-out.done')} text={text} to={next} />;
    }
    if (account === undefined) return <DoneNotice title={t('link.sign-out.not-signed-in')} to={next} />;
    return (
      <div className={steps.step}>
        <p className={steps.text}>{t('link.sign-out.text', { name: nameOf(account) })}</p>
        {account.isShared && <Callout tone="warn">{t('profile.sign-out.shared', { connection: connection.name })}</Callout>}
        {failure !== null && <LinkFailure report={failure} kind={link.kind} connectionId={connection.id} decision={decision} />}
        <Button variant="danger" className={steps.wide} busy={busy} onClick={() => signOut(account)}>
          {t('shell.account.sign-out')}
        </Button>
        <Button variant="plain" className={steps.wide} onClick={decision.dismiss}>
          {t('link.sign-out.stay')}
        </Button>
      </div>
    );
  };
  return (
    <ProjectCard connection={connection} title="link.sign-out.title">
      {content}
    </ProjectCard>
  );
}
