/** Drafts of emails (wire/later 4). They require admin access; sending one, server access. */
import { useQuery } from '@tanstack/react-query';
import type { EmailDraft } from '#contract/service/models/mail-models.ts';
import { service } from '#data/api.ts';
import { orGone } from '../data';

/** Returns the drafts of the project, last changed first; doesn't read before `enabled`. */
export function useDrafts(connectionId: string, enabled: boolean) {
  return useQuery({ ...service.emailDrafts.list.query({ actor: 'project', connectionId }), enabled });
}

/** Reads a draft from the service, not from the cache. Throws `object-gone` if it was deleted. */
export function readDraft(connectionId: string, id: string) {
  return orGone(service.emailDrafts.read({ actor: 'project', connectionId, params: { id } }));
}

/** Creates a draft that greets the user. */
export function createDraft(connectionId: string, name: string) {
  return service.emailDrafts.create({ actor: 'project', connectionId, body: { display_name: name } });
}

/** A theme's ID; false for none, undefined for the project's. */
export type DraftTheme = EmailDraft['theme_id'];

export interface DraftChange {
  readonly display_name?: string;
  readonly tsx_source?: string;
  /** The draft gets the project's theme if it is undefined, also when something else is changed. */
  readonly theme_id: DraftTheme;
}

/** Changes a draft. */
export function changeDraft(connectionId: string, id: string, { theme_id, ...change }: DraftChange) {
  const body = { ...change, ...(theme_id === undefined ? {} : { theme_id }) };
  return service.emailDrafts.update({ actor: 'project', connectionId, params: { id }, body });
}

/** Deletes a draft. */
export function deleteDraft(connectionId: string, id: string) {
  return service.emailDrafts.delete({ actor: 'project', connectionId, params: { id } });
}

/** How a draft is sent. */
export interface Sending {
  /** Milliseconds since the epoch; undefined if it is sent at once. */
  readonly at: number | undefined;
  readonly isUrgent: boolean;
}

/** Sends a draft to these users, or to all of them. Resolves to those to whom it goes. */
export function sendDraft(connectionId: string, id: string, to: readonly string[] | 'everyone', { at, isUrgent }: Sending) {
  const body = {
    draft_id: id,
    ...(to === 'everyone' ? { all_users: true as const } : { user_ids: [...to] }),
    ...(at === undefined ? {} : { scheduled_at_millis: at }),
    ...(isUrgent ? { is_high_priority: true } : {}),
  };
  return service.emailDrafts.send({ actor: 'project', connectionId, body });
}
