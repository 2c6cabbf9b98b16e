/** Commands for single windows, which may not have loaded yet. */
import type { Command } from '../../contract/bridge/app';

/** Maximum number of commands that wait for one window. */
const maxWaiting = 10;

export interface WindowCommands {
  /** Sends a command to a window, or keeps it until the window has loaded. */
  deliver(command: Command, windowId: string): void;
  /** Returns the commands that were kept for a window. From then on, it receives them at once. */
  take(windowId: string): readonly Command[];
  forgetWindow(windowId: string): void;
}

/** Creates the queue. `send` pushes a command to a window that has loaded. */
export function createWindowCommands(send: (command: Command, windowId: string) => void): WindowCommands {
  const loaded = new Set<string>();
  const waiting = new Map<string, readonly Command[]>();
  return {
    deliver(command, windowId) {
      if (loaded.has(windowId)) return send(command, windowId);
      waiting.set(windowId, [...(waiting.get(windowId) ?? []), command].slice(-maxWaiting));
    },
    take(windowId) {
      const commands = waiting.get(windowId) ?? [];
      waiting.delete(windowId);
      loaded.add(windowId);
      return commands;
    },
    forgetWindow(windowId) {
      waiting.delete(windowId);
      loaded.delete(windowId);
    },
  };
}
