import type { SandboxState } from '../../contract/bridge/sandbox';
import { api, onPush, wire } from '../api';
import { useConnections } from './connections';
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

/** Whether there is a sandbox to open: it runs, or there is a connection to it, with which it starts. Without, it can only be started. */
export function useHasSandbox(): boolean {
  const isRunning = useSandbox().state === 'running';
  return useConnections().some(({ kind }) => kind === 'sandbox') || isRunning;
}
