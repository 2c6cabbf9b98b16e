import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Account } from '#contract/bridge/accounts.ts';
import type { LinkKind, LinkOutcome, LinkSummary } from '#contract/bridge/links.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { topicStores, useCurrentAccount, useTopic } from '#data/topics.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useLastSeen } from '#lib/use-last-seen.ts';
import { useMessages } from '#lib/use-messages.ts';
import { CardFrame, CardHead } from '#parts/card-frame.tsx';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { CardSkeleton } from '../card/card-skeleton';
import { ProjectCard } from '../card/project-card';
import { nextPath } from '../sign-in-target';
import steps from '../steps/steps.module.css';
import { ChooseConnection } from './choose-connection';
import { DoneNotice } from './done-notice';
import { InvitationCard } from './invitation-card';
import type { LinkCardProps } from './link-card';
import { useLinkCheck } from './link-card';
import { LinkFailure } from './link-failure';
import { LoginApprovalCard } from './login-approval-card';
import { MagicLinkCard } from './magic-link-card';
import { PasswordResetCard } from './password-reset-card';
import { ServiceErrorCard } from './service-error-card';
import { useDecision, useDismissLink } from './use-decision';

type Opened = Extract<LinkOutcome, { outcome: 'open' }>;

/** A link that only opens a screen. */
function OpenScreenCard({ link, connection }: LinkCardProps) {
  const navigate = useNavigate();
  const decision = useDecision({ link, connection });
  const { outcome, failure } = decision;
  const isAsked = useRef(false);
  const accept = useRef(decision.accept);
  const home = useRef(useTargetPaths().signedIn(connection.id, 'home'));
  useEffect(() => {
    if (!isAsked.current) void accept.current();
    isAsked.current = true;
  }, []);
  useEffect(() => {
    if (outcome?.outcome === 'open') void navigate(screenOf(outcome, home.current), { replace: true, state: { goTo: outcome.goTo } });
  }, [outcome, navigate]);
  return (
    <CardFrame>
      {failure === null ? (
        <CardSkeleton />
      ) : (
        <LinkFailure report={failure} kind={link.kind} connectionId={connection.id} decision={decision} />
      )}
    </CardFrame>
  );
}

const screens: Readonly<Partial<Record<LinkKind, (connectionId: string) => string>>> = {
  'sign-in': paths.signIn,
  'sign-up': paths.signUp,
  'forgot-password': paths.forgotPassword,
  'account-settings': paths.profile,
};

/** A link to a screen of the project, or to none in particular, opens its target, or the connection's home. */
function screenOf({ kind, connectionId, goTo }: Opened, home: string): string {
  const screen = screens[kind];
  return screen === undefined ? nextPath(goTo, home) : screen(connectionId);
}

const cards: Readonly<Record<Exclude<LinkKind, 'unknown'>, ComponentType<LinkCardProps>>> = {
  'magic-link': MagicLinkCard,
  'oauth-callback': MagicLinkCard,
  'email-verification': VerificationCard,
  'password-reset': PasswordResetCard,
  'team-invitation': InvitationCard,
  'cli-auth-confirm': LoginApprovalCard,
  code: CodeCard,
  'sign-in': OpenScreenCard,
  'sign-up': OpenScreenCard,
  'forgot-password': OpenScreenCard,
  'account-settings': OpenScreenCard,
  home: OpenScreenCard,
  screen: OpenScreenCard,
  'sign-out': SignOutCard,
  error: ServiceErrorCard,
};

/** A link that waits for a decision. */
export function LinkScreen() {
  const { link: id = '' } = useParams();
  return <ArrivedLink key={id} id={id} />;
}

function ArrivedLink({ id }: { id: string }) {
  const { t } = useMessages();
  const { value, failure } = topicStores['links.list']();
  // The card of a link that was used still shows the result.
  const link = useLastSeen(value?.find((one) => one.id === id));
  if (link !== undefined) return <LinkCard link={link} />;
  if (value !== null) return <MissingLinkCard />;
  return (
    <CardFrame>
      {failure === null ? <CardSkeleton /> : <ErrorState report={failure} onRetry={() => void topicStores['links.list'].refresh()} />}
      <h1 hidden>{t('shell.screen.link')}</h1>
    </CardFrame>
  );
}

function LinkCard({ link }: { link: LinkSummary }) {
  const connections = useTopic('connections.list');
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = chosen ?? link.connectionId;
  const connection = connections.find(({ id }) => id === wanted);
  if (link.kind === 'unknown') return <UnknownCard link={link} />;
  if (connection === undefined) return <ChooseConnection link={link} onChoose={setChosen} />;
  const Card = cards[link.kind];
  return <Card key={`${link.kind} ${connection.id}`} link={link} connection={connection} />;
}

/** A code of unknown purpose. Once it was checked, the link has another kind and another card. */
function CodeCard(props: LinkCardProps) {
  const { t } = useMessages();
  const { check, retry } = useLinkCheck(props);
  const decision = useDecision(props);
  return (
    <ProjectCard connection={props.connection} title="link.code.title">
      {() => (
        <div className={steps.step}>
          <p className={steps.text}>{t('link.code.text')}</p>
          {check.state === 'failed' ? (
            <LinkFailure report={check.report} kind="code" connectionId={props.connection.id} decision={{ ...decision, retry }} />
          ) : (
            <>
              <LoadingStatus />
              <Skeleton height={32} />
            </>
          )}
        </div>
      )}
    </ProjectCard>
  );
}

/** A verification link. */
function VerificationCard({ link, connection }: LinkCardProps) {
  const { t } = useMessages();
  const decision = useDecision({ link, connection });
  const account = useCurrentAccount(connection.id);
  const readOnly = useReadOnlyReason(connection.id);
  const { outcome, failure, busy } = decision;
  return (
    <ProjectCard connection={connection} title="link.verify.title">
      {() =>
        outcome === null ? (
          <div className={steps.step}>
            <p className={steps.text}>{t('link.verify.text')}</p>
            {failure !== null && <LinkFailure report={failure} kind={link.kind} connectionId={connection.id} decision={decision} />}
            <Button variant="primary" className={steps.wide} busy={busy} disabledReason={readOnly} onClick={() => void decision.accept()}>
              {t('link.verify.submit')}
            </Button>
            <Button variant="plain" className={steps.wide} onClick={decision.dismiss}>
              {t('link.dismiss')}
            </Button>
          </div>
        ) : (
          <DoneNotice
            title={t('link.verify.done')}
            to={account === undefined ? paths.signIn(connection.id) : paths.signInSettings(connection.id)}
          />
        )
      }
    </ProjectCard>
  );
}

function Notice({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <CardFrame>
      <CardHead title={title} />
      <div className={steps.step}>
        <p className={steps.text}>{text}</p>
        {children}
      </div>
    </CardFrame>
  );
}

/** The address of a link that waits no more. */
function MissingLinkCard() {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Notice title={t('link.gone')} text={t('link.gone.text')}>
      <Button className={steps.wide} onClick={() => void navigate(paths.start())}>
        {t('shell.not-found.action')}
      </Button>
    </Notice>
  );
}

/** A link of a kind that this version does not know. */
function UnknownCard({ link }: { link: LinkSummary }) {
  const { t } = useMessages();
  const dismissal = useDismissLink(link.id);
  return (
    <Notice title={t('link.unknown')} text={t('link.unknown.text')}>
      <Button className={steps.wide} busy={dismissal.isPending} onClick={() => void dismissal.run(paths.start())}>
        {t('ui.close')}
      </Button>
    </Notice>
  );
}

/** A link that signs out: never without asking, for any page can open it. */
function SignOutCard({ link, connection }: LinkCardProps) {
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
