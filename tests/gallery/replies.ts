/** Puts words into the bridge's mouth, so that states that pass quickly or come rarely can be looked at. */
import type { Page, WebSocketRoute } from '@playwright/test';
import type { Reply } from '#contract/errors.ts';
import { defaultSettings, type Settings } from '#contract/setting-rows.ts';

/** An answer for a call by its name, which may depend on the input; `never` keeps it waiting. */
export type Replies = Readonly<Record<string, Answer | ((input: unknown) => Answer)>>;
type Answer = Reply | 'never';

export interface Bridge {
  /** What the calls named here answer from now on; all others reach the program. */
  set(replies: Replies): void;
  /** Lets the page hear a push that the program did not make. */
  push(name: string, value: unknown): void;
  /** Shows the page in a language, with those settings that were pushed last. The program refuses that while it is locked. */
  speak(language: Settings['language']): void;
}

/** How screens were left is neither read nor stored: no scene depends on those before it. */
const unremembered: Replies = { 'viewState.read': { ok: true, value: {} }, 'viewState.write': { ok: true, value: null } };

/** Returns the same bridge, for scenes whose order doesn't matter. */
export function withoutMemory(bridge: Bridge): Bridge {
  bridge.set(unremembered);
  return { ...bridge, set: (replies) => bridge.set({ ...unremembered, ...replies }) };
}

/** Stands between the page and the program. Must be called before the page is opened. */
export async function interceptBridge(page: Page): Promise<Bridge> {
  let replies: Replies = {};
  let current: WebSocketRoute | undefined;
  let settings = defaultSettings;
  let revision = 1_000_000;
  const push = (name: string, value: unknown) => {
    revision += 1;
    current?.send(JSON.stringify({ type: 'push', name, revision, value }));
  };
  await page.routeWebSocket(/\/bridge$/, (socket: WebSocketRoute) => {
    current = socket;
    settings = defaultSettings;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, name, input } = JSON.parse(String(message)) as { id?: number; name?: string; input?: unknown };
      const chosen = name === undefined ? undefined : replies[name];
      const reply = typeof chosen === 'function' ? chosen(input) : chosen;
      if (reply === undefined) server.send(message);
      else if (reply !== 'never') socket.send(JSON.stringify({ type: 'reply', id, reply }));
    });
  });
  return {
    set(next) {
      replies = next;
    },
    push(name, value) {
      if (name === 'settings.state') settings = value as Settings;
      push(name, value);
    },
    speak: (language) => push('settings.state', { ...settings, language }),
  };
}
