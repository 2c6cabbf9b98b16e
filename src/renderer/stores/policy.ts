import type { PolicyState } from '../../contract/settings/policy';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** The policy of the machine. */
export const policyStore = createMirror<PolicyState>({
  subscribe: (listener) => onPush('policy.changed', listener),
  read: () => api.policy.read({}),
  onReconnect: wire.onReconnect,
});

const none: PolicyState = { state: 'none' };

/** The policy; none until it was read. */
export function usePolicy(): PolicyState {
  return policyStore((state) => state.value) ?? none;
}
