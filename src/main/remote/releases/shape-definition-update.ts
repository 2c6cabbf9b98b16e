/** Makes an update of a permission's definition mean the same to every release of the service (wire/endpoints 6.3, wire/newer 1). */
import type { z } from 'zod';
import type { PermissionDefinition } from '../../../contract/service/models/team-models';
import type { definitionUpdate } from '../../../contract/service/permissions';

export type DefinitionUpdate = z.output<typeof definitionUpdate>;

/** The update with what releases from 2.8.11 on clear when it is left out: the description, and the permissions contained. */
export function shapeDefinitionUpdate(update: DefinitionUpdate, current: PermissionDefinition): DefinitionUpdate {
  const { description = current.description, contained_permission_ids = current.contained_permission_ids } = update;
  return { ...update, contained_permission_ids, ...(description === undefined ? {} : { description }) };
}
