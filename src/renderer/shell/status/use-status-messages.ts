import { Unplug } from 'lucide-react';
import type { Connection } from '../../../contract/bridge/connections';
import { useMessages } from '../../lib/use-messages';
import { useBridgeStatus } from '../../stores/bridge';
import { useDeletedProjectMessages } from './deleted-project-messages';
import { useImpersonationMessages } from './impersonation-messages';
import { useLinkMessages } from './link-messages';
import { useNoticeMessages } from './notice-messages';
import { useOutageMessages } from './outage-messages';
import { useReadOnlyMessages } from './read-only-messages';
import { useSandboxMessages } from './sandbox-messages';
import { useScreenMessages } from './screen-messages';
import { useSlowCallMessages } from './slow-call-messages';
import type { StatusMessage } from './status-message';
import { useUpdateMessages } from './update-messages';

/** Returns the messages of the window and of the connection that is shown, the most urgent first. */
export function useStatusMessages(connection: Connection | undefined): readonly StatusMessage[] {
  return [
    useReconnectingMessages(),
    useSandboxMessages(),
    useDeletedProjectMessages(connection),
    useOutageMessages(),
    useSlowCallMessages(),
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
