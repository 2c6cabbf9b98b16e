import type { SandboxState } from '../../contract/bridge/sandbox';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** What the sandbox is doing. */
export const sandboxStore = createMirror<SandboxState>({
  subscribe: (listener) => onPush('sandbox.changed', listener),
  read: () => api.sandbox.read({}),
  onReconnect: wire.onReconnect,
});

const unread: SandboxState = { state: 'stopped' };

/** What the sandbox is doing; stopped until it was read. */
export function useSandbox(): SandboxState {
  return sandboxStore((state) => state.value) ?? unread;
}
