/** A permission definition as the value of a draft. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import { fromIdSet, toIdSet } from '#parts/permissions/id-set.ts';

export interface DefinitionInput {
  readonly description: string;
  readonly contained: readonly string[];
}

/** Returns the value of a draft for what is edited. */
export function toDraftValue({ description, contained }: DefinitionInput): JsonValue {
  return { description, contains: toIdSet(contained) };
}

/** Returns the value of a draft for what is stored. */
export function storedDraftValue({ description = '', contained_permission_ids: contained }: PermissionDefinition): JsonValue {
  return toDraftValue({ description, contained });
}

/** Returns what is edited: the reverse of `toDraftValue`. */
export function fromDraftValue(value: JsonValue): DefinitionInput {
  // Not by a schema: `__proto__` is a valid ID, which a schema of records leaves out.
  const { description, contains } = value as { readonly description: string; readonly contains: object };
  return { description, contained: fromIdSet(contains) };
}
