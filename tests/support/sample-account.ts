/** A signed-in account, as windows see it, for specs that need any one. */
import type { Account } from '../../src/contract/bridge/accounts';

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
