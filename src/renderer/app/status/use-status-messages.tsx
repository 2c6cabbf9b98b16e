import { CircleAlert, Download, FlaskConical, Hourglass, Link2, RotateCw, TriangleAlert, Unplug, VenetianMask, X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SlowCall } from '#contract/bridge/diagnostics.ts';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { LinkKind } from '#contract/bridge/links.ts';
import type { SandboxState } from '#contract/bridge/sandbox.ts';
import { api } from '#data/api.ts';
import { useBridgeStatus } from '#data/bridge.ts';
import { useIsProjectDeleted } from '#data/project.ts';
import { useTopic } from '#data/topics.ts';
import { dateTime } from '#lib/intl/format.ts';
import { impersonatedName } from '#lib/rules/names.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import type { MessageKey } from '#messages/translator.ts';
import { EditConnectionButton } from '#parts/admin/edit-connection-button.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { useConnectionDialogs } from '#window/open-dialogs.ts';
import { paths } from '#window/routes.ts';
import { type ScreenReport, useScreenReports } from '#window/screen-reports.ts';
import { useEndImpersonation } from '../impersonation/use-end-impersonation';
import { useExportMessages } from './export-messages';
import { useNoticeMessages, useOutageMessages, useReadOnlyMessages } from './message-kinds';
import type { StatusMessage } from './status-message';

/** Returns the messages of the window and of the connection that is shown, the most urgent first. */
export function useStatusMessages(connection: Connection | undefined): readonly StatusMessage[] {
  return [
    useReconnectingMessages(),
    useSandboxMessages(),
    useDeletedProjectMessages(connection),
    useOutageMessages(),
    useSlowCallMessages(),
    useExportMessages(),
    useLinkMessages(),
    useScreenMessages(),
    useImpersonationMessages(),
    useUpdateMessages(),
    useReadOnlyMessages(),
    useNoticeMessages(),
  ].flat();
}

function useReconnectingMessages(): readonly StatusMessage[] {
  const { t } = useMessages();
  return useBridgeStatus() === 'lost' ? [{ key: 'reconnecting', icon: Unplug, text: t('shell.reconnecting') }] : [];
}

/** Returns a message about the newer version that is ready. It is installed when Latchkey quits at the latest. */
function useUpdateMessages(): readonly StatusMessage[] {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const update = useTopic('app.updates');
  if (update.state !== 'ready') return [];
  const action = (
    <Button size="sm" onClick={() => runTask(() => api.app.installUpdate({}))}>
      {t('shell.updates.install')}
    </Button>
  );
  return [{ key: 'update', icon: Download, text: t('shell.updates.ready', { version: update.version }), action }];
}

/** Returns a message if the project of the shown connection no longer exists, which offers to edit or remove the connection. */
function useDeletedProjectMessages(connection: Connection | undefined): readonly StatusMessage[] {
  const { t } = useMessages();
  const show = useConnectionDialogs((state) => state.show);
  const isDeleted = useIsProjectDeleted(connection?.id ?? '', connection?.projectId ?? '');
  if (connection === undefined || !isDeleted) return [];
  const { id, name } = connection;
  const action = (
    <>
      <EditConnectionButton size="sm" connectionId={id} />
      <Button size="sm" onClick={() => show({ kind: 'remove', connectionId: id })}>
        {t('shell.project-gone.remove')}
      </Button>
    </>
  );
  return [{ key: `deleted-project ${id}`, icon: Unplug, tone: 'warn', text: t('shell.project-gone', { name }), action }];
}

/** Returns a message for each session of an impersonation that couldn't be revoked. */
function useImpersonationMessages(): readonly StatusMessage[] {
  const { t, locale } = useMessages();
  const problems = useTopic('impersonations.list').filter(({ state, problem }) => state === 'ending' && problem !== null);
  return problems.map((impersonation) => {
    const { id, connectionName, expiresAt, problem } = impersonation;
    const text = t(problem === 'unclear' ? 'impersonation.problem.unclear' : 'impersonation.problem.failed', {
      name: impersonatedName(impersonation),
      connection: connectionName,
      time: dateTime(expiresAt, locale),
    });
    return { key: `impersonation ${id}`, icon: VenetianMask, tone: 'warn', text, action: <Retry impersonation={impersonation} /> };
  });
}

function Retry({ impersonation }: { impersonation: Impersonation }) {
  const { t } = useMessages();
  const end = useEndImpersonation(impersonation);
  return (
    <Button size="sm" busy={end.isPending} onClick={() => void end.run()}>
      {t('ui.retry')}
    </Button>
  );
}

/** Returns a message if the sandbox can't be used. */
function useSandboxMessages(): readonly StatusMessage[] {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const sandbox = useTopic('sandbox.state');
  const hasConnection = useTopic('connections.list').some(({ kind }) => kind === 'sandbox');
  const text = textOf(sandbox, hasConnection);
  if (text === null) return [];
  const isStarting = sandbox.state === 'starting';
  const action = (
    <Button size="sm" busy={isStarting} onClick={() => runTask(() => api.sandbox.restart({}))}>
      {t('shell.sandbox.restart')}
    </Button>
  );
  return [{ key: 'sandbox', icon: FlaskConical, ...(!isStarting && { tone: 'warn' }), text: t(text), action }];
}

/** Returns the message about the sandbox, or null. Its state only matters if there is a connection to it. */
function textOf(sandbox: SandboxState, hasConnection: boolean): MessageKey | null {
  if (sandbox.state === 'failed') return sandbox.reason === 'folder-not-writable' ? 'shell.sandbox.folder' : 'shell.sandbox.failed';
  if (!hasConnection || sandbox.state === 'running') return null;
  return sandbox.state === 'starting' ? 'shell.sandbox.restarting' : 'shell.sandbox.stopped';
}

/** Returns what the shown screen reports. What several of its parts report alike is one message, which retries all of them. */
function useScreenMessages(): readonly StatusMessage[] {
  const reports = [...useScreenReports((state) => state.entries).values()];
  return [...new Set(reports.map(keyOf))].map((key) => ({
    key,
    ...contentOf(reports.filter((report) => keyOf(report) === key)),
  }));
}

function keyOf({ title, text }: ScreenReport): string {
  return `screen ${title} ${text}`;
}

function contentOf(alike: readonly ScreenReport[]): Omit<StatusMessage, 'key'> {
  const [shown] = alike;
  const retries = alike.flatMap(({ retry }) => retry ?? []);
  const [retry] = retries;
  const retryAll = () => {
    for (const { onRetry } of retries) onRetry();
  };
  const text = (
    <>
      <strong>{shown?.title}</strong> {shown?.text}
    </>
  );
  const action = (
    <>
      {retry && <RetryButton size="sm" report={retry.report} onRetry={retryAll} busy={retries.some(({ busy }) => busy)} />}
      {shown?.action}
    </>
  );
  const tone = shown?.tone ?? 'bad';
  return { icon: tone === 'warn' ? TriangleAlert : CircleAlert, tone, text, action };
}

const texts: Readonly<Partial<Record<LinkKind, MessageKey>>> = {
  code: 'shell.link.waiting.code',
  'magic-link': 'shell.link.waiting.magic-link',
  'email-verification': 'shell.link.waiting.email-verification',
  'password-reset': 'shell.link.waiting.password-reset',
  'team-invitation': 'shell.link.waiting.team-invitation',
  'cli-auth-confirm': 'shell.link.waiting.cli-auth-confirm',
  screen: 'shell.link.waiting.screen',
};

/** Returns a message for each pending link, except the open one. */
function useLinkMessages(): readonly StatusMessage[] {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const links = useTopic('links.list').filter(({ id }) => pathname !== paths.link(id));
  return links.map(({ id, kind }) => ({
    key: `link ${id}`,
    icon: Link2,
    text: t(texts[kind] ?? 'shell.link.waiting.other'),
    action: <LinkActions id={id} />,
  }));
}

function LinkActions({ id }: { id: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const runTask = useBackgroundTask();
  return (
    <>
      <Button size="sm" onClick={() => void navigate(paths.link(id))}>
        {t('shell.link.open')}
      </Button>
      <IconButton size="sm" label={t('shell.link.dismiss')} icon={X} onClick={() => runTask(() => api.links.dismiss({ id }))} />
    </>
  );
}

interface CallsProps {
  calls: readonly SlowCall[];
}

/** Returns a message for the calls that wait, and one for those that are retried, with a button to cancel them. */
function useSlowCallMessages(): readonly StatusMessage[] {
  const calls = useTopic('diagnostics.slowCalls');
  const waiting = calls.filter(({ kind }) => kind === 'waiting');
  const retrying = calls.filter(({ kind }) => kind === 'retrying');
  const messages: StatusMessage[] = [];
  if (waiting.length > 0)
    messages.push({ key: 'waiting', icon: Hourglass, tone: 'warn', text: <Waiting calls={waiting} />, action: <GiveUp calls={waiting} /> });
  if (retrying.length > 0)
    messages.push({ key: 'retrying', icon: RotateCw, text: <Retrying calls={retrying} />, action: <GiveUp calls={retrying} /> });
  return messages;
}

function Waiting({ calls }: CallsProps) {
  const { t } = useMessages();
  const until = Math.min(...calls.map((call) => call.until ?? 0));
  return t('shell.slow.waiting', { count: calls.length, seconds: useSecondsUntil(until) });
}

function Retrying({ calls }: CallsProps) {
  const { t } = useMessages();
  return t('shell.slow.retrying', { count: calls.length, try: Math.max(...calls.map((call) => call.try)) });
}

function GiveUp({ calls }: CallsProps) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const giveUp = () => runTask(() => Promise.all(calls.map(({ id }) => api.diagnostics.cancel({ id }))));
  return (
    <Button size="sm" aria-label={t('shell.slow.give-up.named', { count: calls.length })} onClick={giveUp}>
      {t('shell.slow.give-up')}
    </Button>
  );
}
