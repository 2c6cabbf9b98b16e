import type { Page } from '@playwright/test';

const codes = { Enter: 13, Escape: 27, ArrowDown: 40, Backspace: 8, ' ': 32 } as const;

/** Starts to compose a text in the focused field, as an input method does, and presses keys before the text is final. */
export async function compose(page: Page, text: string, ...keys: (keyof typeof codes)[]): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  for (const key of keys) {
    await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: codes[key] });
    if (key === 'Enter') await devTools.send('Input.dispatchKeyEvent', { type: 'char', text: '\r', key });
    await devTools.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: codes[key] });
  }
  await devTools.detach();
}

/** Makes what is being composed final. */
export async function endComposition(page: Page, text: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.insertText', { text });
  await devTools.detach();
}
