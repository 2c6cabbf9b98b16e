import { FileUp, FlaskConical, KeyRound, type LucideIcon, Plug, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { useHasSandbox, useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { useKeyStorage } from '#parts/connections/use-key-storage.ts';
import { Icon } from '#ui/data/icon.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import styles from './first-run-screen.module.css';
import { KnownConnections } from './known-connections';

/** The start screen, which also adds further connections. */
export function FirstRunScreen() {
  const connections = useTopic('connections.list');
  return (
    <div className={cx(styles.page, connections.length === 0 && styles.bare)}>
      <div className={styles.inner}>
        <Head />
        <div className={styles.choices}>
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
    <header className={styles.head}>
      <span className={styles.logo}>
        <Icon of={KeyRound} size={22} />
      </span>
      <div>
        <h1>{t('app.name')}</h1>
        <p className={styles.tagline}>{t('first-run.tagline')}</p>
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
    <Link className={styles.link} to={paths.transfer()}>
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
    <section className={styles.card}>
      <Icon of={icon} size={22} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.action}>{children}</div>
    </section>
  );
}
