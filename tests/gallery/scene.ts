/** What a scene has to work with, and how it gets to its screen. */
import type { Locator } from '@playwright/test';
import { openLoadedAgain } from '../support/appearance/screen-views';
import type { Screens } from '../support/browser/screens';
import type { Bridge, Replies } from './replies';

export interface SceneContext {
  readonly screens: Screens;
  readonly bridge: Bridge;
  /** The app's address without the path of a screen. */
  readonly home: string;
}

export interface Scene {
  /** Unique among all scenes. Without a comma it is a screen, with one a state of it. */
  readonly name: string;
  /** The scene that this one continues, on the page as that left it. Any other scene starts with a new page. */
  readonly after?: string;
  /** Whether Escape closes what it shows, and leaves the scene that it continues as that was. */
  readonly closes?: true;
  readonly show: (context: SceneContext) => Promise<void>;
  /** What is scrolled into view in each size of the window. */
  readonly inView?: (context: SceneContext) => Locator;
}

/** Scenes that share a project of the sandbox. */
export interface Area {
  readonly name: string;
  readonly scenes: readonly Scene[];
  /** Whether it starts before the sandbox does. */
  readonly isEmpty?: boolean;
}

/** Takes back the answers that scenes before gave. */
export function setUpPage({ bridge }: SceneContext): void {
  bridge.set({});
}

/** Opens an address in a page that is loaded again: nothing is left of what was shown, typed, or pushed before. */
export function go({ screens: { page } }: SceneContext, path: string): Promise<void> {
  // Not by way of an empty page: the process is kept, and with it the code that it has compiled.
  return openLoadedAgain(page, path);
}

/** Shows an address while some calls get given responses. */
export async function goWith(context: SceneContext, path: string, replies: Replies): Promise<void> {
  context.bridge.set(replies);
  await go(context, path);
}

/** Waits for what a screen shows while it is loading. The window shows nothing before, with the same text for screen readers. */
export async function placeholder({ screens: { page } }: SceneContext): Promise<void> {
  await page.locator('#content').getByText('Loading…').first().waitFor({ state: 'attached' });
}

/** Opens another address in the same page, which keeps what was pushed to it. */
export async function goOn({ screens: { page }, home }: SceneContext, path: string): Promise<void> {
  await page.goto(`${home}#${path}`);
}
