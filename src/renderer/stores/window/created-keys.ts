import { create } from 'zustand';
import type { CreatedApiKey } from '../../queries/api-keys';

export interface UnsavedKey {
  readonly connectionId: string;
  readonly key: CreatedApiKey;
}

interface CreatedKeysState {
  /** Keys whose text the user hasn't saved yet, the oldest first. No later response contains it. */
  readonly unsaved: readonly UnsavedKey[];
  add(created: UnsavedKey): void;
  remove(keyId: string): void;
}

/** The API keys that were created in this window, kept outside of the screens, which can close at any time. */
export const useCreatedKeys = create<CreatedKeysState>()((set) => ({
  unsaved: [],
  add: (created) => set(({ unsaved }) => ({ unsaved: [...unsaved, created] })),
  remove: (keyId) => set(({ unsaved }) => ({ unsaved: unsaved.filter(({ key }) => key.id !== keyId) })),
}));
