import { useEffect, useRef } from 'react';
import { useAccountName } from '../../../lib/account-name';
import { useMessages } from '../../../lib/use-messages';
import { paths } from '../../../routes';
import { Button } from '../../../ui/button';
import { Callout } from '../../../ui/callout';
import { ProjectCard } from '../project-card';
import steps from '../steps.module.css';
import { AccountPicker } from './account-picker';
import { DoneNotice } from './done-notice';
import type { LinkCardProps } from './link-card';
import { LinkFailure } from './link-failure';
import styles from './links.module.css';
import { NeedsAccount } from './needs-account';
import { useActor } from './use-actor';
import { type Decision, useDecision } from './use-decision';

/** A program asks for a session. Refusing it is what Enter does. */
export function LoginApprovalCard(props: LinkCardProps) {
  const { t } = useMessages();
  const { link, connection } = props;
  const nameOf = useAccountName();
  const actor = useActor(connection.id);
  const decision = useDecision(props);
  const content = () => {
    if (decision.outcome?.outcome === 'login-approved') {
      return <DoneNotice title={t('link.cli.done')} text={t('link.cli.done.text')} to={paths.profile(connection.id)} />;
    }
    if (actor.actor === undefined) return <NeedsAccount {...props} text={t('link.cli.sign-in')} onDismiss={decision.dismiss} />;
    const { id } = actor.actor;
    return (
      <div className={steps.step}>
        <p className={steps.text}>{t('link.cli.text', { name: nameOf(actor.actor) })}</p>
        <Callout tone="warn">{t('link.cli.warning')}</Callout>
        {decision.failure !== null && (
          <LinkFailure report={decision.failure} kind={link.kind} connectionId={connection.id} decision={decision} />
        )}
        <AccountPicker
          label={t('link.cli.account')}
          accounts={actor.accounts}
          value={id}
          onValueChange={actor.choose}
          connectionId={connection.id}
          linkId={link.id}
        />
        <Buttons decision={decision} accountId={id} />
      </div>
    );
  };
  return (
    <ProjectCard connection={connection} title="link.cli.title">
      {content}
    </ProjectCard>
  );
}

function Buttons({ decision, accountId }: { decision: Decision; accountId: string }) {
  const { t } = useMessages();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <div className={styles.buttons}>
      <Button busy={decision.busy} onClick={() => void decision.accept({ accountId })}>
        {t('link.cli.approve')}
      </Button>
      <Button ref={cancel} variant="primary" onClick={decision.dismiss}>
        {t('ui.cancel')}
      </Button>
    </div>
  );
}
