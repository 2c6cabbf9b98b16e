import type { ViewContent } from '#contract/bridge/saved-views.ts';
import { newestFirst } from '#contract/query/user-query.ts';
import { api } from '#data/api.ts';
import { topicNow } from '#data/topics.ts';
import type { Translator } from '#messages/translator.ts';

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
export async function saveStartingViews(connectionId: string, messages: Translator): Promise<void> {
  if (topicNow('savedViews.list').some((view) => view.connectionId === connectionId)) return;
  for (const view of startingViews(messages)) await api.savedViews.save({ connectionId, id: null, view });
}
