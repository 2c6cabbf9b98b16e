/** Completes an update of a permission definition, so that it has the same effect in every release (wire/endpoints 6.3, wire/newer 1). */
import type { z } from 'zod';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import type { definitionUpdate } from '#contract/service/permissions.ts';

export type DefinitionUpdate = z.output<typeof definitionUpdate>;

/** Adds the fields that releases from 2.8.11 on clear when they are left out: the description and the contained permissions. */
export function shapeDefinitionUpdate(update: DefinitionUpdate, current: PermissionDefinition): DefinitionUpdate {
  const { description = current.description, contained_permission_ids = current.contained_permission_ids } = update;
  return { ...update, contained_permission_ids, ...(description === undefined ? {} : { description }) };
}
