/** Seeds drafts of emails in releases that have them (wire/later 4): one that was sent, and one that wasn't. */
import { templateSource } from '../configuration/default-emails';
import type { Store } from '../database/database';
import { uuid } from '../random';
import { insertDraft, markDraftSent } from '../stores/draft-store';
import { createRepeatableRandom } from './repeatable-random';

const dayMillis = 86_400_000;

/** Fills the drafts of a project. Repeatable relative to `now`. */
export function seedDrafts(store: Store, project: number, now: number): void {
  const random = createRepeatableRandom(38);
  const sent = {
    id: uuid(random),
    display_name: 'Autumn news',
    tsx_source: templateSource('News of the engine', 'Marketing'),
    theme: null,
  };
  insertDraft(store, project, sent, now - 20 * dayMillis);
  markDraftSent(store, sent.id, now - 19 * dayMillis);
  const next = { id: uuid(random), display_name: 'Maintenance', tsx_source: templateSource('The engine rests on Sunday'), theme: 'false' };
  insertDraft(store, project, next, now - 2 * dayMillis);
}
