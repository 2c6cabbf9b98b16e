import { useEffect, useRef } from 'react';
import type { Command } from '#contract/bridge/app.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { api, onPush } from '#data/api.ts';
import { topicNow } from '#data/topics.ts';
import { isElectron } from '#lib/is-electron.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { matches, type Shortcut } from '#lib/use-shortcut.ts';
import { focusFilter } from '../find/start-find';
import { ownCommands, useCommands } from './commands';

/** Runs the commands of keys that work on every screen, and of the menu. */
export function useWindowCommands(): void {
  const commands = useCommands();
  const current = useRef(commands);
  current.current = commands;
  useEffect(() => {
    const run = ({ id, connectionId, findingId, linkId }: Command) => current.current[id](connectionId, findingId, linkId);
    const stop = onPush('app.command', run);
    // What was sent before this window had loaded. In a browser tab, there is nothing.
    if (isElectron)
      void api.app.takeCommands({}).then(
        (commands) => commands.forEach(run),
        () => undefined,
      );
    return stop;
  }, []);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const pressed = ownCommands.find(({ keys, keysIn, only }) => {
        const isMenus = keysIn !== undefined || only !== undefined;
        return keys !== undefined && !isMenus && matches(event, shortcutOf(keys));
      });
      if (pressed?.id === 'find' && !isElectron) {
        // What isn't in a list's filter, the browser finds itself.
        if (focusFilter()) event.preventDefault();
        return;
      }
      // Its part handles it, where no text is edited.
      if (pressed?.id === 'undo') return;
      if (pressed !== undefined) {
        event.preventDefault();
        return current.current[pressed.id]();
      }
      const connectionId = connectionMeant(event);
      if (connectionId === undefined) return;
      event.preventDefault();
      current.current.connection(connectionId);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function shortcutOf(keys: readonly string[]): Shortcut {
  const key = keys.at(-1) ?? '';
  const mod = keys[0] === 'mod';
  return /^[A-Z]$/.test(key) ? { key, mod, shift: keys.includes('shift') } : { key, mod };
}

/** The connection whose number in the rail is pressed. */
function connectionMeant(event: KeyboardEvent): string | undefined {
  if (!/^[1-9]$/.test(pressedKey(event)) || !matches(event, { key: pressedKey(event), mod: true })) return undefined;
  return inRailOrder(topicNow('connections.list'))[Number(pressedKey(event)) - 1]?.id;
}
