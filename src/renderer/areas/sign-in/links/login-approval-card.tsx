import { useEffect, useRef } from 'react';
import { useReadOnlyReason } from '#data/read-only.ts';
import { isElectron } from '#lib/is-electron.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
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

/** A program requests an account's session. The host confirms it outside the page; Cancel is the default. */
export function LoginApprovalCard(props: LinkCardProps) {
  const { t } = useMessages();
  const { link, connection } = props;
  const nameOf = useAccountName();
  const actor = useLinkAccount(connection.id);
  const decision = useDecision(props);
  const readOnly = useReadOnlyReason(connection.id);
  const content = () => {
    if (decision.outcome?.outcome === 'login-approved') {
      return <DoneNotice title={t('link.cli.done')} text={t('link.cli.done.text')} to={paths.profile(connection.id)} />;
    }
    if (actor.actor === undefined) return <NeedsAccount {...props} text={t('link.cli.sign-in')} onDismiss={decision.dismiss} />;
    const { id } = actor.actor;
    const approve = () => void decision.accept({ accountId: id });
    return (
      <div className={steps.step}>
        <p className={steps.text}>{t('link.cli.text', { name: nameOf(actor.actor) })}</p>
        <Callout tone="warn">
          <p>{t('link.cli.shares')}</p>
          <p>{t('link.cli.unknown')}</p>
        </Callout>
        <Failure decision={{ ...decision, retry: approve }} link={link} connection={connection} />
        <AccountPicker
          label={t('link.cli.account')}
          accounts={actor.accounts}
          value={id}
          onValueChange={actor.choose}
          isUsed={decision.busy}
          connectionId={connection.id}
          linkId={link.id}
        />
        {decision.busy && (
          <p className={steps.text} role="status">
            {t(isElectron ? 'link.cli.confirm.window' : 'link.cli.confirm.browser')}
          </p>
        )}
        <Buttons decision={decision} onApprove={approve} disabledReason={readOnly} />
      </div>
    );
  };
  return (
    <ProjectCard connection={connection} title="link.cli.title">
      {content}
    </ProjectCard>
  );
}

function Failure({ decision, link, connection }: LinkCardProps & { decision: Decision }) {
  const { t } = useMessages();
  const { failure } = decision;
  if (failure === null) return null;
  if (failure.code !== 'not-confirmed') {
    return <LinkFailure report={failure} kind={link.kind} connectionId={connection.id} decision={decision} />;
  }
  return (
    <Callout tone="neutral" title={t('link.cli.canceled')}>
      {t('link.cli.canceled.text')}
    </Callout>
  );
}

interface ButtonsProps {
  decision: Decision;
  onApprove: () => void;
  disabledReason: string | undefined;
}

function Buttons({ decision, onApprove, disabledReason }: ButtonsProps) {
  const { t } = useMessages();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <div className={styles.buttons}>
      <Button busy={decision.busy} disabledReason={disabledReason} onClick={onApprove}>
        {t('link.cli.approve')}
      </Button>
      <Button ref={cancel} variant="primary" onClick={decision.dismiss}>
        {t('ui.cancel')}
      </Button>
    </div>
  );
}
