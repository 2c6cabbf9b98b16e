import { Database, Pause, Play, RefreshCw, Trash2 } from 'lucide-react';
import { api } from '#data/api.ts';
import { useIndexState } from '#data/local-index.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionDialogs } from '#window/open-dialogs.ts';
import { screenLock } from '../screen-access';
import { usePlace } from '../use-place';
import type { PaletteEntry } from './palette-entry';

/** Returns what can be done with the index of the current connection, of a project whose users can be read. */
export function useIndexEntries(): readonly PaletteEntry[] {
  const { t } = useMessages();
  const { connection, account } = usePlace();
  const index = useIndexState(connection?.id ?? '');
  const show = useConnectionDialogs((state) => state.show);
  const showFailure = useFailureToast();
  if (connection === undefined || screenLock('project', connection, account) !== null) return [];
  const connectionId = connection.id;
  const entry = (id: string, icon: PaletteEntry['icon'], label: string, run: () => void): PaletteEntry => ({
    id: `index ${id}`,
    icon,
    label,
    words: t('index.palette.keywords'),
    run,
  });
  const call = (action: 'pause' | 'resume' | 'update') => () => void api.localIndex[action]({ connectionId }).catch(showFailure);
  if (index === undefined)
    return [entry('turn-on', Database, t('index.turn-on.open'), () => show({ kind: 'turn-on-index', connectionId }))];
  const isBusy = index.state === 'filling' || index.state === 'updating';
  return [
    ...(index.pause === 'user' ? [entry('resume', Play, t('index.palette.resume'), call('resume'))] : []),
    ...(isBusy && index.pause === null ? [entry('pause', Pause, t('index.palette.pause'), call('pause'))] : []),
    ...(isBusy ? [] : [entry('update', RefreshCw, t('index.update'), call('update'))]),
    entry('delete', Trash2, t('index.delete.menu'), () => show({ kind: 'delete-index', connectionId })),
  ];
}
