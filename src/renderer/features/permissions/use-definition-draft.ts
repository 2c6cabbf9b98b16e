import type { JsonValue } from '../../../contract/service/models/fields';
import type { PermissionDefinition } from '../../../contract/service/models/team-models';
import { type Draft, useDraft } from '../../blocks/conflict/use-draft';
import { definitionCalls, type PermissionKind, readDefinitions } from '../../queries/permissions/definitions';
import { type DefinitionInput, fromDraftValue, storedDraftValue, toDraftValue } from './definition-draft';

const asInput = { show: fromDraftValue, parse: toDraftValue };

/** Returns a draft of a definition. `onSaved` follows a write. */
export function useDefinitionDraft(
  connectionId: string,
  kind: PermissionKind,
  definition: PermissionDefinition,
  onSaved: () => void,
): Draft<DefinitionInput> {
  const source = {
    stored: storedDraftValue(definition),
    read: async () => {
      const current = (await readDefinitions(connectionId, kind)).items.find(({ id }) => id === definition.id);
      // If it was deleted, the service refuses the write with its own error.
      return storedDraftValue(current ?? definition);
    },
    write: (value: JsonValue) => {
      const { description, contained } = fromDraftValue(value);
      return definitionCalls(connectionId, kind).update(definition.id, { description, contained_permission_ids: [...contained] });
    },
  };
  return useDraft(source, asInput, onSaved);
}
