/** A user who has only a keyboard. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Stops of the Tab key between two controls that are more than any screen has. */
const maxStops = 200;

/** What of an element runs in the page. */
interface InPage {
  readonly isConnected: boolean;
  readonly ownerDocument: { readonly activeElement: InPage | null };
  compareDocumentPosition(other: unknown): number;
}

/** Whether an element has the focus; null if the page has replaced it. */
const hasFocus = (element: unknown) =>
  (element as InPage).isConnected ? (element as InPage).ownerDocument.activeElement === element : null;
/** Whether an element precedes the focused one. */
const isBeforeFocus = (element: unknown) =>
  (((element as InPage).ownerDocument.activeElement?.compareDocumentPosition(element) ?? 0) & 2) !== 0;

/** Whether the focused element, what frames it, or what it draws into shows where the focus is. */
export const showsFocus = `(() => {
  const focused = document.activeElement;
  const parts = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.closest(".cm-editor")?.parentElement, ...(focused.nextElementSibling?.children ?? []), ...(focused instanceof SVGElement ? focused.children : [])];
  const isMarked = (part) => {
    const { outlineStyle, outlineWidth, boxShadow, stroke } = getComputedStyle(part);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none' || (focused.contains(part) && stroke !== 'none');
  };
  const { top, bottom, left, right } = focused.getBoundingClientRect();
  const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  return focused.matches(':focus-visible') && isInside && parts.some((part) => part && isMarked(part));
})()`;

export class Keyboard {
  private readonly mouse: string[] = [];

  private constructor(private readonly page: Page) {}

  /** Takes over a page before it is used. `expectNoMouse` then knows of every mouse button that was pressed. */
  static async of(page: Page): Promise<Keyboard> {
    const keyboard = new Keyboard(page);
    await page.exposeFunction('reportMouse', (text: string) => keyboard.mouse.push(text));
    const watch = `addEventListener('pointerdown', ({ target }) => window.reportMouse(target.outerHTML), true)`;
    await page.addInitScript(watch);
    await page.evaluate(watch);
    return keyboard;
  }

  expectNoMouse(): void {
    expect(this.mouse).toEqual([]);
  }

  /** Moves the focus to a control with the Tab key. */
  async to(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    await this.pressUntilFocused(target, (await target.evaluate(isBeforeFocus)) ? 'Shift+Tab' : 'Tab');
    await this.expectShown(target);
  }

  /** Moves to a button or link and presses it. */
  async press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  /** Types into a field, in place of its text. */
  async type(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
  }

  /** Moves within a menu or a list of tabs to one of its items. */
  async arrow(target: Locator, key: 'ArrowDown' | 'ArrowRight'): Promise<void> {
    await expect(target).toBeVisible();
    await this.pressUntilFocused(target, key);
  }

  /** Opens the menu of a button and chooses an item. */
  async choose(button: Locator, item: string): Promise<void> {
    await this.press(button);
    await this.arrow(this.page.getByRole('menuitem', { name: item }), 'ArrowDown');
    await this.page.keyboard.press('Enter');
  }

  /** Waits until a control has the focus, visibly: what opened a dialog gets it back. */
  async expectFocus(target: Locator): Promise<void> {
    await expect(target).toBeFocused();
    await this.expectShown(target);
  }

  /** Waits until something has the focus: what had it may be gone, but the next key must not start at the top of the window. */
  async expectFocusKept(): Promise<void> {
    await expect.poll(() => this.page.evaluate<string>('document.activeElement.tagName')).not.toBe('BODY');
  }

  /** Looks for the control again only where the page has replaced it: finding it by its role and name takes longer than a key. */
  private async pressUntilFocused(target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowRight'): Promise<void> {
    let control = await target.elementHandle();
    for (let stops = 0; stops <= maxStops; stops += 1) {
      const isFocused = await control?.evaluate(hasFocus);
      if (isFocused === true) return;
      if (isFocused === false) await this.page.keyboard.press(key);
      else control = await target.elementHandle();
    }
    throw new Error(`The key ${key} doesn't reach ${target}.`);
  }

  private async expectShown(target: Locator): Promise<void> {
    await expect.poll(() => this.page.evaluate<boolean>(showsFocus), `the focus of ${target} is visible`).toBe(true);
  }
}
