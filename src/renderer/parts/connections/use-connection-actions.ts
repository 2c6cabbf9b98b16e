import type { Connection } from '#contract/bridge/connections.ts';
import { api } from '#data/api.ts';
import { topicStores } from '#data/topics.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';

/** Returns the actions on a connection that need no confirmation. */
export function useConnectionActions() {
  const show = useToasts((state) => state.show);
  const run = useBackgroundTask();
  return {
    /** Opens the copy, so that it can be renamed. */
    duplicate: ({ id, name }: Connection) =>
      run(async () => {
        const open = fromHere();
        const copy = await api.connections.duplicate({ id });
        await topicStores['connections.list'].refresh();
        show({ tone: 'good', title: ({ t }) => t('connect.duplicated', { name }) });
        open(paths.edit(copy.id));
      }),
    pin: ({ id, pinned }: Connection) => run(() => api.connections.pin({ id, pinned: !pinned })),
  };
}
