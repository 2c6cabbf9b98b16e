/** Endpoints of notification preferences (wire/newer 2.6). */
import type { RowOf } from '../../contract/service';
import type { Project } from '../projects/project-store';
import type { Caller, Handler, SandboxContext } from '../server/context';
import { knownError, plainFailure } from '../server/failures';
import { reply } from '../server/respond';
import { findUser, type UserRow } from '../users/user-store';
import { setDeclined } from './declined-category-store';
import { findCategory, preferencesOf } from './notification-categories';
import { unsubscribe } from './unsubscribe-link';

export const listNotificationPreferences: Handler<RowOf<'emails.notificationPreferences'>> = {
  async run(call) {
    const user = requireOwnUnlessServer(call, call.params.user_id);
    return reply({ items: preferencesOf(call.store, user.key), is_paginated: false as const });
  },
};

export const setNotificationPreference: Handler<RowOf<'emails.setNotificationPreference'>> = {
  async run(call) {
    const { store, params, body } = call;
    const user = requireOwnUnlessServer(call, params.user_id);
    const category = findCategory(params.category_id);
    if (category === undefined) throw plainFailure(404, 'Notification category not found');
    if (!body.enabled && !category.canDisable) throw plainFailure(400, `Notifications of the category ${category.name} cannot be disabled`);
    setDeclined(store, user.key, category.id, !body.enabled);
    const changed = preferencesOf(store, user.key).find(({ notification_category_id: id }) => id === category.id);
    if (changed === undefined) throw new Error(`The category ${category.id} doesn’t exist.`);
    return reply(changed);
  },
};

/** Unsubscribe link in emails. It opens as a page without project headers, for anyone who has the link. */
export const unsubscribeByLink: Handler<RowOf<'emails.unsubscribe'>> = {
  async run(call) {
    const isNew = unsubscribe(call, call.query.code ?? '');
    const sentence = isNew
      ? 'Successfully unsubscribed from notification group'
      : 'You have already unsubscribed from this notification group';
    return { status: 200, html: `<p>${sentence}</p>` };
  },
};

/** Returns the user with this ID. Clients can only name their own. */
function requireOwnUnlessServer(
  { caller, store, project }: SandboxContext & { readonly caller: Caller; readonly project: Project },
  userId: string,
): UserRow {
  if (caller.access === 'client') {
    if (caller.user === null) throw knownError('USER_AUTHENTICATION_REQUIRED');
    if (caller.user.id !== userId.toLowerCase()) throw plainFailure(403, 'Client can only manage their own notification preferences.');
  }
  const user = findUser(store, project.key, userId);
  if (user === undefined) throw knownError('USER_NOT_FOUND');
  return user;
}
