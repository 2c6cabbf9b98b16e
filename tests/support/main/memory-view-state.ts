/** View state without a file. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ViewState } from '#main/settings/view-state.ts';

/** Creates view state of one scope; `kept` contains its values. */
export function memoryViewState(kept: Record<string, JsonValue> = {}): Pick<ViewState, 'read' | 'write'> & { readonly kept: typeof kept } {
  return {
    kept,
    read: async () => kept,
    async write(_scope, key, value) {
      if (value === null) delete kept[key];
      else kept[key] = value;
    },
  };
}
