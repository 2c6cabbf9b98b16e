/** Privacy mode while it is on. Loaded when it is turned on. */

import { queryClient } from '#data/query-client.ts';
import { topicStores } from '#data/topics.ts';
import { concealPage } from '#lib/privacy/conceal-page.ts';
import { createKnownValues, findPersonal } from '#lib/privacy/known-values.ts';
import { tapReplies } from '#lib/privacy/reply-tap.ts';
import { setConcealing } from '#lib/privacy/shown-text.ts';

/** Kept while the window is open: what was read once may be shown again. */
const known = createKnownValues();

/** Conceals what the window shows now and later. Returns a function that shows everything again. */
export function startMasking(): () => void {
  const learn = (value: unknown): boolean => {
    let isMore = false;
    findPersonal(value, (text) => {
      isMore = known.add(text) || isMore;
    });
    return isMore;
  };
  const queries = queryClient.getQueryCache().getAll();
  for (const { state } of queries) learn(state.data);
  for (const store of [
    topicStores['accounts.list'],
    topicStores['connections.list'],
    topicStores['impersonations.list'],
    topicStores['watch.state'],
  ])
    learn(store.getState().value);
  const page = concealPage(document, known.conceal);
  setConcealing(known.conceal);
  tapReplies((value) => {
    if (learn(value)) page.again();
  });
  return () => {
    tapReplies(null);
    setConcealing(null);
    page.stop();
  };
}
