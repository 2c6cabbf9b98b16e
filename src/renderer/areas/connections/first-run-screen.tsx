import { FileUp, FlaskConical, KeyRound, type LucideIcon, Plug, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { useCurrentAccount, useHasSandbox, useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { tileInitials } from '#lib/initials.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { useKeyStorage } from '#parts/connections/use-key-storage.ts';
import { EnvironmentBadge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { TitledSection } from '#ui/layout/titled-section.tsx';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import firstRunScreenStyles from './first-run-screen.module.css';
import styles from './known-connections.module.css';

/** The connections there are already, to go to by name. */
function KnownConnections({ connections }: { connections: readonly Connection[] }) {
  const { t } = useMessages();
  return (
    <TitledSection title={t('first-run.existing')}>
      <ul className={styles.list}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <ConnectionLink connection={connection} />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function ConnectionLink({ connection }: { connection: Connection }) {
  const { first } = useTargetPaths();
  const name = useConnectionNames().get(connection.id) ?? connection.name;
  // Signing in and out elsewhere changes where it opens.
  useCurrentAccount(connection.id);
  return (
    <Link className={styles.link} to={first(connection.id)}>
      <span className={styles.tile} aria-hidden="true">
        {tileInitials(connection.name)}
      </span>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <EnvironmentBadge connection={connection} />
    </Link>
  );
}

/** The start screen, which also adds further connections. */
export function FirstRunScreen() {
  const connections = useTopic('connections.list');
  return (
    <div className={cx(firstRunScreenStyles.page, connections.length === 0 && firstRunScreenStyles.bare)}>
      <div className={firstRunScreenStyles.inner}>
        <Head />
        <div className={firstRunScreenStyles.choices}>
          <SandboxCard />
          <ConnectCard />
        </div>
        <ImportLink />
        {connections.length > 0 && <KnownConnections connections={connections} />}
      </div>
    </div>
  );
}

function Head() {
  const { t } = useMessages();
  return (
    <header className={firstRunScreenStyles.head}>
      <span className={firstRunScreenStyles.logo}>
        <Icon of={KeyRound} size={22} />
      </span>
      <div>
        <h1>{t('app.name')}</h1>
        <p className={firstRunScreenStyles.tagline}>{t('first-run.tagline')}</p>
      </div>
    </header>
  );
}

function ConnectCard() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const text = t('first-run.connect.text', { storage: useKeyStorage() });
  return (
    <ChoiceCard icon={Plug} title={t('first-run.connect.title')} text={text}>
      <Button onClick={() => void navigate(paths.connect())}>{t('first-run.connect')}</Button>
      <Button variant="plain" onClick={() => void navigate(paths.connect('owner'))}>
        {t('first-run.owner')}
      </Button>
    </ChoiceCard>
  );
}

function ImportLink() {
  const { t } = useMessages();
  return (
    <Link className={firstRunScreenStyles.link} to={paths.transfer()}>
      <Icon of={FileUp} size={14} />
      {t('first-run.import')}
    </Link>
  );
}

/** The sandbox with one click. When it does not start, the card says why and what to do. */
function SandboxCard() {
  const { t } = useMessages();
  const { busy, failure, start, startInternal } = useStartSandbox();
  const hasSandbox = useHasSandbox();
  const isConnected = useTopic('connections.list').some(({ kind }) => kind === 'sandbox');
  return (
    <ChoiceCard icon={FlaskConical} title={t('first-run.sandbox.title')} text={t('first-run.sandbox.text')}>
      {failure === null ? (
        <Button variant="primary" busy={busy} onClick={start}>
          {t(hasSandbox ? 'first-run.sandbox.open' : 'first-run.sandbox.start')}
        </Button>
      ) : (
        <ErrorState
          report={failure}
          action={
            <Button ref={focus} icon={RotateCw} busy={busy} onClick={start}>
              {t('ui.retry')}
            </Button>
          }
        />
      )}
      {failure === null && isConnected && (
        <Button variant="plain" aria-label={t('first-run.internal.open')} onClick={startInternal}>
          {t('first-run.internal')}
        </Button>
      )}
    </ChoiceCard>
  );
}

/** Keeps the focus on the card when the failure replaces the button that was pressed. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

interface StartSandbox {
  readonly busy: boolean;
  readonly failure: ErrorReport | null;
  readonly start: () => void;
  /** The same for the project whose accounts own projects. */
  readonly startInternal: () => void;
}

/** Returns actions that start the sandbox, signed in as its admin, and open it or its projects. */
function useStartSandbox(): StartSandbox {
  const { first } = useTargetPaths();
  const { isPending, failure, run } = useAction(async (start: () => Promise<string>) => {
    const open = fromHere();
    open(await start());
  });
  return {
    busy: isPending,
    failure,
    start: () => void run(async () => first((await api.sandbox.open({})).connectionId)),
    startInternal: () => void run(async () => paths.projects((await api.sandbox.openInternal({})).connectionId)),
  };
}

interface ChoiceCardProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

/** One choice of the start screen: what it is, and its button. */
function ChoiceCard({ icon, title, text, children }: ChoiceCardProps) {
  return (
    <section className={firstRunScreenStyles.card}>
      <Icon of={icon} size={22} />
      <h2 className={firstRunScreenStyles.title}>{title}</h2>
      <p className={firstRunScreenStyles.text}>{text}</p>
      <div className={firstRunScreenStyles.action}>{children}</div>
    </section>
  );
}
