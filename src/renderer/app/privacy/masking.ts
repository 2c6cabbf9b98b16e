/** Privacy mode while it is on. Loaded when it is turned on. */

import { queryClient } from '../../data/query-client';
import { topicStores } from '../../data/topics';
import { concealPage } from '../../lib/privacy/conceal-page';
import { findPersonal } from '../../lib/privacy/find-personal';
import { createKnownValues } from '../../lib/privacy/known-values';
import { tapReplies } from '../../lib/privacy/reply-tap';
import { setConcealing } from '../../lib/privacy/shown-text';

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
