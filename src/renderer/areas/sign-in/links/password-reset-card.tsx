import { type FormEvent, useRef, useState } from 'react';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { PasswordRulesList } from '#parts/new-password.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { paths } from '#window/routes.ts';
import { failurePosition } from '../card/failure-position';
import { ProjectCard } from '../card/project-card';
import { passwordLimits, passwordProblem } from '../methods/credentials';
import steps from '../steps/steps.module.css';
import { DoneNotice } from './done-notice';
import type { LinkCardProps } from './link-card';
import { useLinkCheck } from './link-card';
import { LinkFailure } from './link-failure';
import { type Decision, useDecision } from './use-decision';

/** A password reset link. */
export function PasswordResetCard(props: LinkCardProps) {
  const { t } = useMessages();
  const { link, connection } = props;
  const { check, retry } = useLinkCheck(props);
  const decision = useDecision(props);
  const { outcome } = decision;
  const content = () => {
    if (outcome?.outcome === 'password-reset') {
      const count = outcome.endedAccounts.length;
      return <DoneNotice title={t('link.reset.done')} text={t('link.reset.done.text', { count })} to={paths.signIn(connection.id)} />;
    }
    if (check.state === 'good') return <NewPassword kind={link.kind} connectionId={connection.id} decision={decision} />;
    if (check.state === 'asking') return <Asking />;
    return (
      <div className={steps.step}>
        <LinkFailure report={check.report} kind={link.kind} connectionId={connection.id} decision={{ ...decision, retry }} />
        <Button variant="plain" className={steps.wide} onClick={decision.dismiss}>
          {t('link.dismiss')}
        </Button>
      </div>
    );
  };
  return (
    <ProjectCard connection={connection} title={check.state === 'failed' ? 'link.reset.failed' : 'link.reset.title'}>
      {content}
    </ProjectCard>
  );
}

function Asking() {
  return (
    <div className={steps.step}>
      <LoadingStatus />
      <Skeleton height={56} />
      <Skeleton height={32} />
      <Skeleton height={32} />
    </div>
  );
}

function problemOf(password: string): MessageKey | undefined {
  return password === '' ? 'sign-in.password.missing' : passwordProblem(password);
}

interface NewPasswordProps {
  kind: LinkCardProps['link']['kind'];
  connectionId: string;
  decision: Decision;
}

function NewPassword({ kind, connectionId, decision }: NewPasswordProps) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  // The password of the last attempt, until it is edited.
  const [tried, setTried] = useState<string>();
  const problem = tried === undefined ? undefined : problemOf(tried);
  const { failure, busy } = decision;
  const readOnly = useReadOnlyReason(connectionId);
  const refused = failure !== null && failurePosition(failure).at === 'password';
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(password);
    if (problemOf(password) === undefined && !busy) void decision.accept({ password });
    else input.current?.focus();
  };
  return (
    <form className={steps.step} onSubmit={submit} noValidate>
      <Callout tone="warn">{t('link.reset.ends-sessions')}</Callout>
      {failure !== null && !refused && (
        // With the password that is entered by now.
        <LinkFailure report={failure} kind={kind} connectionId={connectionId} decision={{ ...decision, retry: submit }} />
      )}
      <Field
        label={t('link.reset.password')}
        error={problem !== undefined ? t(problem, passwordLimits) : refused ? t('sign-in.password.invalid') : undefined}
        help={<PasswordRulesList password={password} />}
      >
        {(control) => (
          <PasswordInput
            {...control}
            ref={input}
            autoComplete="new-password"
            maxLength={1024}
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setTried(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className={steps.wide} busy={busy} disabledReason={readOnly}>
        {t('link.reset.submit')}
      </Button>
      <Button variant="plain" className={steps.wide} onClick={decision.dismiss}>
        {t('link.dismiss')}
      </Button>
    </form>
  );
}
