import { type FormEvent, useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ErrorReport } from '#contract/errors.ts';

import type { ClientProject, ClientUser } from '#contract/service/models/user-models.ts';
import { useOwnUser, useProfileChanges } from '#data/own-user.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { topicStores, useCurrentAccount } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { CardFrame } from '#parts/card-frame.tsx';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { fromHere } from '#window/open-path.ts';
import { CardSkeleton } from '../card/card-skeleton';
import { FailureCallout } from '../card/failure-callout';
import { ProjectCard } from '../card/project-card';
import { nextPath } from '../sign-in-target';
import steps from '../steps/steps.module.css';
import { useAddressedConnection } from '../use-sign-in-navigation';
import styles from './welcome.module.css';
import { MethodStep, missingSteps, VerificationStep } from './welcome-steps';

/** First steps of a new user: what the profile lacks. Skipped if nothing can be added. */
export function WelcomeScreen() {
  const connection = useAddressedConnection();
  return connection && <WelcomeCard key={connection.id} connection={connection} />;
}

function WelcomeCard({ connection }: { connection: Connection }) {
  const account = useCurrentAccount(connection.id);
  const [query] = useSearchParams();
  const next = nextPath(query.get('next'), useTargetPaths().signedIn(connection.id, 'afterSignUp'));
  const isReadOnly = useReadOnlyReason(connection.id) !== undefined;
  const isRead = useAccountsRead();
  if (!isRead && !isReadOnly) {
    return (
      <CardFrame>
        <CardSkeleton />
      </CardFrame>
    );
  }
  if (account?.state !== 'signed-in' || isReadOnly) return <Navigate to={next} replace />;
  return (
    <ProjectCard connection={connection} title="welcome.title">
      {({ config }) => <Welcome key={account.id} account={account} config={config} next={next} />}
    </ProjectCard>
  );
}

/** Whether the accounts were read since the card is shown: the new one may be pushed after the sign-up’s reply. */
function useAccountsRead(): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    let isLeft = false;
    void topicStores['accounts.list'].refresh().then(() => isLeft || setRead(true));
    return () => {
      isLeft = true;
    };
  }, []);
  return isRead;
}

interface WelcomeProps {
  account: Account;
  config: ClientProject['config'];
  next: string;
}

function Welcome({ account, config, next }: WelcomeProps) {
  const { data: user, error, refetch } = useOwnUser(account.connectionId, account.id);
  if (user !== undefined) return <Steps user={user} account={account} config={config} next={next} />;
  return error === null ? <CardSkeleton /> : <FailureCallout isWhole report={reportOf(error)} onRetry={() => void refetch()} />;
}

function Steps({ user, account, config, next }: WelcomeProps & { user: ClientUser }) {
  const { t } = useMessages();
  const { connectionId, id: accountId } = account;
  // A step that was done stays on the card, so that nothing moves under the pointer.
  const [shown] = useState(() => missingSteps(user, config));
  const missing = missingSteps(user, config);
  const nameOf = useAccountName();
  const { name, setName, busy, failure, submit } = useContinue(account, next);
  if (shown.length === 0) return <Navigate to={next} replace />;
  return (
    <div className={steps.step}>
      <Identity user={user} name={nameOf(account)} />
      <p className={steps.text}>{t('welcome.text')}</p>
      {failure !== null && <FailureCallout isWhole report={failure} onRetry={submit} />}
      {shown.includes('name') && (
        <form onSubmit={submit} noValidate>
          <Field label={t('welcome.name')} help={t('welcome.name.help')}>
            {(control) => (
              <TextInput {...control} autoComplete="name" maxLength={256} value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
        </form>
      )}
      {shown.includes('verification') && (
        <VerificationStep user={user} connectionId={connectionId} accountId={accountId} isDone={!missing.includes('verification')} />
      )}
      {shown.includes('method') && (
        <MethodStep user={user} config={config} connectionId={connectionId} isDone={!missing.includes('method')} />
      )}
      <Button variant="primary" className={steps.wide} busy={busy} onClick={() => submit()}>
        {t('link.continue')}
      </Button>
    </div>
  );
}

/** The new account, as its provider or the sign-up form described it. */
function Identity({ user, name }: { user: ClientUser; name: string }) {
  return (
    <div className={styles.identity}>
      <Avatar id={user.id} size={36} name={name} email={user.primary_email} imageUrl={user.profile_image_url} />
      <div className={styles.words}>
        <bdi className={styles.title}>{name}</bdi>
        {user.display_name && <bdi className={styles.text}>{user.primary_email}</bdi>}
      </div>
    </div>
  );
}

interface Continue {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly busy: boolean;
  readonly failure: ErrorReport | null;
  readonly submit: (event?: FormEvent) => void;
}

/** Saves the name, if one was entered, and leaves the card. */
function useContinue({ connectionId, id }: Account, next: string): Continue {
  const { rename } = useProfileChanges(connectionId, id);
  const [name, setName] = useState('');
  const { isPending, failure, run } = useAction(async () => {
    const open = fromHere();
    if (name.trim() !== '') await rename(name.trim());
    open(next, { replace: true });
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    void run();
  };
  return { name, setName, busy: isPending, failure, submit };
}
