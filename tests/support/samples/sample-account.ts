/** A signed-in account, as windows see it, for specs that need any one. */
import type { Account } from '#contract/bridge/accounts.ts';

export const sampleAccount: Account = {
  id: 'a',
  connectionId: 'c',
  userId: 'u',
  displayName: 'Ada',
  primaryEmail: null,
  state: 'signed-in',
  current: true,
  isShared: false,
};
