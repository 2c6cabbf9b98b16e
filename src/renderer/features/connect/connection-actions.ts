import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import { api } from '../../api';
import { errorText, reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { connectionsStore } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';

/** What can be done with a connection without asking first; a failure is told by a toast. */
export function useConnectionActions() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const show = useToasts((state) => state.show);
  const attempt = useTellFailure();
  return {
    /** Opens the copy, so that it can be called otherwise. */
    duplicate: ({ id, name }: Connection) =>
      attempt(async () => {
        const copy = await api.connections.duplicate({ id });
        await connectionsStore.refresh();
        show({ tone: 'good', title: t('connect.duplicated', { name }) });
        await navigate(paths.edit(copy.id));
      }),
    pin: ({ id, pinned }: Connection) => attempt(() => api.connections.pin({ id, pinned: !pinned })),
  };
}

function useTellFailure(): (run: () => Promise<unknown>) => void {
  const messages = useMessages();
  const show = useToasts((state) => state.show);
  return useCallback(
    (run) => {
      run().catch((thrown: unknown) => {
        const { title, next } = errorText(messages, reportOf(thrown));
        show({ tone: 'bad', title, text: next });
      });
    },
    [messages, show],
  );
}
