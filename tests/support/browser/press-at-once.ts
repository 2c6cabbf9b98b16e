import type { Page } from '@playwright/test';

const named: Readonly<Record<string, { readonly code: number; readonly text?: string }>> = {
  Enter: { code: 13, text: '\r' },
  ' ': { code: 32, text: ' ' },
  Escape: { code: 27 },
  Tab: { code: 9 },
  Backspace: { code: 8 },
};

function eventsOf(pressed: string): readonly object[] {
  const isControl = pressed.startsWith('Control+');
  const key = isControl ? pressed.slice('Control+'.length) : pressed;
  const { code, text } = named[key] ?? { code: /^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0, text: key };
  const event = { key, windowsVirtualKeyCode: code, modifiers: isControl ? 2 : 0 };
  const down = text === undefined || isControl ? { type: 'rawKeyDown' } : { type: 'keyDown', text };
  return [
    { ...event, ...down },
    { ...event, type: 'keyUp' },
  ];
}

/**
 * Presses keys, such as `a`, `Enter`, and `Control+k`, at one time, without waiting for what each one does. A busy computer may deliver them later, but not
 * as pressed later.
 */
export async function pressAtOnce(page: Page, ...keys: readonly string[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const timestamp = Date.now() / 1000;
  const events = keys.flatMap(eventsOf).map((event) => ({ ...event, timestamp }));
  await Promise.all(events.map((event) => devTools.send('Input.dispatchKeyEvent', event as never)));
  await devTools.detach();
}
