/** What a write changes, in the response of the read that has its old value. */
import { type Fields, fieldOf, fieldsOf, itemsOf } from './changed-fields';

/** The input of a write, without secrets. */
export interface WriteInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Lists that have the old value as an item: the list, the field that tells it, and where the write has its value. */
const items: Readonly<Record<string, readonly [list: string, field: string, part: 'params' | 'body', name: string]>> = {
  'auth.revokeSession': ['items', 'id', 'params', 'id'],
  'teams.revokeInvitation': ['items', 'id', 'params', 'id'],
  'teams.acceptInvitationForMe': ['items', 'id', 'params', 'id'],
  // One that is added isn't among the addresses of before.
  'contactChannels.create': ['items', 'id', 'body', 'id'],
  'contactChannels.update': ['items', 'id', 'params', 'id'],
  'contactChannels.delete': ['items', 'id', 'params', 'id'],
  'permissions.updateTeamDefinition': ['items', 'id', 'params', 'id'],
  'permissions.updateProjectDefinition': ['items', 'id', 'params', 'id'],
  'permissions.deleteTeamDefinition': ['items', 'id', 'params', 'id'],
  'permissions.deleteProjectDefinition': ['items', 'id', 'params', 'id'],
  'projects.transfer': ['items', 'id', 'body', 'project_id'],
  'emails.updateTemplateById': ['templates', 'id', 'params', 'id'],
  'emails.deleteTemplateById': ['templates', 'id', 'params', 'id'],
  'emails.setNotificationPreference': ['items', 'notification_category_id', 'params', 'category_id'],
};

/**
 * Returns the object that a write is about from the response of its read, or from the object itself; undefined if a list doesn't have it. `id` is that of an object that
 * the write renamed.
 */
export function targetOf(endpoint: string, input: WriteInput, response: unknown, id?: string): Fields | undefined {
  const place = fieldOf(items, endpoint);
  if (place === undefined) return response === null || response === undefined ? undefined : fieldsOf(response);
  const [list, field, part, name] = place;
  const wanted = id ?? fieldOf(fieldsOf(part === 'params' ? input.params : input.body), name);
  const found = fieldOf(fieldsOf(response), list);
  // A form may have kept the item alone.
  const candidates = Array.isArray(found) ? itemsOf(found) : [fieldsOf(response)];
  return candidates.find((item) => fieldOf(item, field) === wanted);
}
