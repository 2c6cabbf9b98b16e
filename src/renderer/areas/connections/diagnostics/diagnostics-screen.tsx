import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon, Pencil, RotateCw } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import type { AppInfo } from '#contract/bridge/app.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { withoutPrivateParts } from '#contract/support/problem-report.ts';
import { parseUrl } from '#contract/urls.ts';
import { useConnection } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useAppInfo } from '#parts/about.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { paths } from '#window/routes.ts';
import checks from '../form/test-panel.module.css';
import styles from './diagnostics.module.css';
import type { Finding } from './findings';
import { type Diagnostics, type DiagnosticsPart, useDiagnostics } from './use-diagnostics';

interface ReportSource {
  readonly info: Pick<AppInfo, 'version' | 'host' | 'platform' | 'arch'> | undefined;
  readonly connection: Connection;
  readonly isProxied: boolean;
  readonly findings: readonly Finding[];
  readonly at: number;
}

/** Returns the report to copy, in English: states, codes, and times. It contains no key, name, address, or ID. */
export function diagnosticsReport({ info, connection, isProxied, findings, at }: ReportSource): string {
  const { kind, baseUrl, environment, safety, credentials, release } = connection;
  const keys = (['client', 'server', 'admin', 'owner'] as const).filter((key) => credentials[key]);
  const head = [
    ...(info === undefined ? [] : [`Latchkey ${info.version}, ${info.host}, ${info.platform} ${info.arch}`]),
    `time: ${new Date(at).toISOString()}`,
    `connection: ${kind}, ${parseUrl(baseUrl)?.protocol.replace(':', '') ?? 'unreadable address'}, ${environment}, ${safety}`,
    `keys: ${keys.length === 0 ? 'none' : keys.join(', ')}`,
    `release: ${release ?? 'unknown'}`,
    `proxy: ${isProxied ? 'yes' : 'no'}`,
  ];
  const lines = findings.map(({ id, state, code, millis }) =>
    [
      `${id}: ${state}`,
      ...(code === undefined ? [] : [withoutPrivateParts(code)]),
      ...(millis === undefined ? [] : [`(${millis} ms)`]),
    ].join(' '),
  );
  return [...head, ...lines].join('\n');
}

/** Every step between this computer and what a connection gives access to, with its result. */
export function DiagnosticsScreen() {
  const connection = useConnection(useParams().connection);
  return connection && <DiagnosticsPage key={connection.id} connection={connection} />;
}

function DiagnosticsPage({ connection }: { connection: Connection }) {
  const { t } = useMessages();
  const diagnostics = useDiagnostics(connection);
  const [network, service, account] = diagnostics.parts;
  // From top to bottom: what is shown stays where it is.
  const isServiceNext = isSettled(network);
  const isAccountNext = isServiceNext && isSettled(service);
  return (
    <Page>
      <Head connection={connection} diagnostics={diagnostics} />
      <Part
        title={t('diagnostics.network')}
        part={network}
        onRetry={diagnostics.run}
        rows={connection.baseUrl.startsWith('https:') ? 7 : 6}
      />
      {isServiceNext && <Part title={t('diagnostics.service')} part={service} onRetry={diagnostics.run} rows={6} />}
      {isAccountNext && <Part title={t('diagnostics.account')} part={account} onRetry={diagnostics.run} rows={1} />}
    </Page>
  );
}

function isSettled({ findings, failure }: DiagnosticsPart): boolean {
  return findings !== undefined || failure !== null;
}

function Head({ connection, diagnostics }: { connection: Connection; diagnostics: Diagnostics }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { data: info } = useAppInfo();
  const { parts, isRunning, isProxied, at, run } = diagnostics;
  const findings = parts.flatMap((part) => part.findings ?? []);
  const report = () => diagnosticsReport({ info, connection, isProxied, findings, at });
  return (
    <div className={styles.head}>
      <div role="status">
        <Summary diagnostics={diagnostics} />
      </div>
      <div className={styles.actions}>
        <Button icon={RotateCw} busy={isRunning} onClick={run}>
          {t('diagnostics.run')}
        </Button>
        <CopyTextButton disabledReason={isRunning ? t('diagnostics.running') : undefined} value={report}>
          {t('diagnostics.copy')}
        </CopyTextButton>
        <Button variant="plain" icon={Pencil} onClick={() => void navigate(paths.edit(connection.id))}>
          {t('connect.edit')}
        </Button>
      </div>
      <p className={styles.note}>{t('diagnostics.copy.help')}</p>
    </div>
  );
}

function Summary({ diagnostics: { parts, isRunning } }: { diagnostics: Diagnostics }) {
  const { t } = useMessages();
  if (isRunning) return <Callout tone="neutral" title={t('diagnostics.running')} />;
  const findings = parts.flatMap((part) => part.findings ?? []);
  const failed = findings.filter(({ state }) => state === 'failed').length + parts.filter(({ failure }) => failure !== null).length;
  if (failed > 0) return <Callout tone="bad" title={t('diagnostics.failed', { count: failed })} />;
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  if (warnings > 0) return <Callout tone="warn" title={t('diagnostics.warnings', { count: warnings })} />;
  return <Callout tone="good" title={t('diagnostics.ok')} />;
}

interface PartProps {
  title: string;
  part: DiagnosticsPart;
  onRetry: () => void;
  /** Number of rows that are expected. */
  rows: number;
}

function Part({ title, part: { findings, failure }, onRetry, rows }: PartProps) {
  return (
    <PageSection title={title}>
      <Card>
        {failure !== null && <ErrorState report={failure} onRetry={onRetry} />}
        {failure === null && findings === undefined && <Waiting rows={rows} />}
        {findings !== undefined && (
          <ul aria-label={title}>
            {findings.map((finding) => (
              <Row key={finding.id} finding={finding} />
            ))}
          </ul>
        )}
      </Card>
    </PageSection>
  );
}

/** Widths of what comes, each of them once. */
const widths = [96, 72, 120, 88, 104, 80, 112];

function Waiting({ rows }: { rows: number }) {
  return (
    <>
      <LoadingStatus />
      {widths.slice(0, rows).map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton circle width={16} height={16} />
          <div className={cx(styles.words, styles.waiting)}>
            <Skeleton width={width} />
            <Skeleton width={width * 2} />
          </div>
        </div>
      ))}
    </>
  );
}

const icons: Readonly<Record<Finding['state'], LucideIcon>> = {
  ok: CircleCheck,
  failed: CircleX,
  warning: CircleAlert,
  skipped: CircleDashed,
};

function Row({ finding: { state, title, result, about, next, code, millis } }: { finding: Finding }) {
  const { t } = useMessages();
  return (
    <li className={cx(styles.row, styles[state])}>
      <Icon of={icons[state]} size={16} />
      <div className={styles.words}>
        <p className={checks.name}>
          {title}
          {millis !== undefined && <span className={checks.millis}>{t('ui.diagnosis.millis', { millis })}</span>}
        </p>
        <p className={styles.result}>
          <VisuallyHidden>{t(`diagnostics.state.${state}`)} </VisuallyHidden>
          <bdi>{result}</bdi>
          {state === 'failed' && code !== undefined && <code className={styles.code}>{code}</code>}
        </p>
        {next !== undefined && <p className={styles.next}>{next}</p>}
        <p className={styles.about}>{about}</p>
      </div>
    </li>
  );
}
