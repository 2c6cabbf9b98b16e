import { FlaskConical } from 'lucide-react';
import type { SandboxState } from '../../../contract/bridge/sandbox';
import type { MessageKey } from '../../../messages/translator';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { useConnections } from '../../stores/connections';
import { useSandbox } from '../../stores/sandbox';
import { Button } from '../../ui/inputs/button';
import type { StatusMessage } from './status-message';

/** Returns a message if the sandbox can't be used. */
export function useSandboxMessages(): readonly StatusMessage[] {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const sandbox = useSandbox();
  const hasConnection = useConnections().some(({ kind }) => kind === 'sandbox');
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
