import type { IndexState } from '#contract/bridge/local-index.ts';
import { api } from '#data/api.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';

/** What can be done with an index, each with the reason why not now. */
export interface IndexActions {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly update: () => void;
  readonly turnOff: () => Promise<unknown>;
  readonly canPause: boolean;
  readonly canResume: boolean;
  readonly updateReason: string | undefined;
}

/** Returns what can be done with the index of a connection. A failure is shown as a toast. */
export function useIndexActions(index: IndexState): IndexActions {
  const { t } = useMessages();
  const showFailure = useFailureToast();
  const { connectionId, state, pause } = index;
  const { run } = useAction(async (action: 'pause' | 'resume' | 'update') => {
    try {
      await api.localIndex[action]({ connectionId });
    } catch (thrown) {
      showFailure(thrown);
    }
  });
  const isBusy = state === 'filling' || state === 'updating';
  return {
    pause: () => void run('pause'),
    resume: () => void run('resume'),
    update: () => void run('update'),
    turnOff: () => api.localIndex.turnOff({ connectionId }),
    canPause: isBusy && pause === null,
    canResume: pause === 'user',
    updateReason: isBusy ? t('index.update.running') : state === 'unavailable' ? t('index.unavailable') : undefined,
  };
}
