import { create } from 'zustand';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import type { CreatedKeys } from '#lib/rules/project-keys.ts';

export interface UnsavedKeys {
  readonly connectionId: string;
  readonly keys: CreatedKeys;
  /** The keys that these ones replace: revoked once these ones are saved. */
  readonly replaces?: KeySet;
}

interface CreatedKeysState {
  /** Keys whose texts the user hasn't saved yet, the oldest first. No later response contains them. */
  readonly unsaved: readonly UnsavedKeys[];
  add(created: UnsavedKeys): void;
  remove(id: string): void;
}

/** The keys that were created in this window, kept outside of the screens, which can close at any time. */
export const useCreatedKeys = create<CreatedKeysState>()((set) => ({
  unsaved: [],
  add: (created) => set(({ unsaved }) => ({ unsaved: [...unsaved, created] })),
  remove: (id) => set(({ unsaved }) => ({ unsaved: unsaved.filter(({ keys }) => keys.id !== id) })),
}));
