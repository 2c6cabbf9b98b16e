import type { Locator } from '@playwright/test';

/** Types a text key by key in place of what a field contains, because lists are filtered at each key. */
export async function typeText(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  if (text === '') await field.press('Delete');
  else await field.pressSequentially(text);
}
