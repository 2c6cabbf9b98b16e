import { useQuery } from '@tanstack/react-query';
import type { ViewContent } from '#contract/bridge/saved-views.ts';
import { newestFirst } from '#contract/query/user-query.ts';
import { api } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import { topicNow, useTopic } from '#data/topics.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from './local-index.module.css';

/** What only an index can do. */
export type IndexReason = 'index.reason.filter' | 'index.reason.sort' | 'index.reason.select';

interface TurnOnDialogProps {
  connectionId: string;
  /** What was asked for that only an index answers. */
  reason?: IndexReason | undefined;
  onClose: () => void;
  /** Runs in place of `onClose` once it is on. */
  onTurnedOn?: () => void;
}

/** Says what an index is good for, what it costs, and what is stored where, and turns it on. */
export function TurnOnDialog({ connectionId, reason, onClose, onTurnedOn = onClose }: TurnOnDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const isMemory = useTopic('lock.state').secrets === 'memory';
  const turnOn = useAction(
    async () => {
      await api.localIndex.turnOn({ connectionId });
      // They can also be made later.
      await saveStartingViews(connectionId, messages).catch(() => undefined);
    },
    { onDone: onTurnedOn, toastsLate: true },
  );
  return (
    <FormDialog
      title={t('index.turn-on.title')}
      description={t(reason ?? 'index.turn-on.text')}
      actionLabel={t('index.turn-on')}
      width={480}
      busy={turnOn.isPending}
      onClose={onClose}
      onSubmit={() => void turnOn.run()}
    >
      <dl className={styles.facts}>
        <dt>{t('index.turn-on.cost')}</dt>
        <dd>
          <Cost connectionId={connectionId} />
        </dd>
        <dt>{t('index.turn-on.stored')}</dt>
        <dd>{t('index.turn-on.stored.text')}</dd>
        <dt>{t('index.turn-on.where')}</dt>
        <dd>{t(isMemory ? 'index.turn-on.where.memory' : 'index.turn-on.where.text')}</dd>
        <dt>{t('index.turn-on.until')}</dt>
        <dd>{t('index.turn-on.until.when')}</dd>
      </dl>
      <ErrorCallout report={turnOn.failure} />
    </FormDialog>
  );
}

function Cost({ connectionId }: { connectionId: string }) {
  const { t, locale } = useMessages();
  const { data, error } = useQuery({
    queryKey: [...queryKeys.connection(connectionId), 'index-estimate'],
    queryFn: () => api.localIndex.estimate({ connectionId }),
    staleTime: 0,
  });
  if (data === undefined && error === null) return <Skeleton width="70%" height={17} />;
  const { users = null, requests = null } = data ?? {};
  if (users === null || requests === null) return t('index.turn-on.cost.unknown');
  return t('index.turn-on.cost.known', {
    requests,
    shownRequests: formatNumber(requests, locale),
    users,
    shownUsers: formatNumber(users, locale),
  });
}

/** Returns the views that every project is useful to look at by. */
function startingViews({ t }: Translator): readonly ViewContent[] {
  const view = { order: newestFirst, columns: null };
  return [
    {
      ...view,
      name: t('views.start.unverified', { days: 30 }),
      query: {
        op: 'and',
        of: [
          { field: 'verified', value: false },
          { field: 'signed-up', is: { op: 'not-within-days', value: 30 } },
        ],
      },
    },
    {
      ...view,
      name: t('views.start.inactive', { days: 90 }),
      query: { field: 'last-active', is: { op: 'not-within-days', value: 90 } },
      order: { by: 'last-active', desc: false },
    },
    { ...view, name: t('views.start.no-method'), query: { field: 'can-sign-in', value: false } },
  ];
}

/** Saves the views to begin with for a connection that has none. */
async function saveStartingViews(connectionId: string, messages: Translator): Promise<void> {
  if (topicNow('savedViews.list').some((view) => view.connectionId === connectionId)) return;
  for (const view of startingViews(messages)) await api.savedViews.save({ connectionId, id: null, view });
}
