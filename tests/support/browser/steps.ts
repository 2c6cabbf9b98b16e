/** Specs that share a window as the steps of one test: starting the app takes longer than most of them. */
import { type BrowserContext, type Page, test } from '@playwright/test';
import type { PageHost } from './launch';
import type { Screens } from './screens';
import type { TestEnvironment } from './test-environment';

interface Shared {
  readonly page: Page;
  readonly screens: Screens;
  readonly environment: TestEnvironment;
  readonly context: BrowserContext;
  readonly host: PageHost;
  readonly userBrowser: BrowserContext;
  readonly sentToWindows: readonly string[];
}

type Step<Own> = (shared: Shared & Own) => Promise<void>;

/** Sets up what a step has for itself, such as a service with separate data, uses it, and ends it. */
export type Around<Own> = (use: (own: Own) => Promise<void>) => Promise<void>;

/** Time for one step that fails, in milliseconds. */
const stepMillis = 90_000;

/**
 * Creates the steps of a test. `takeSteps` is its function: it takes those that were added with `step` one after another. Each of them starts the
 * sandbox as it would alone, and finds what the steps before have changed, except in what `around` gives it. A step that fails doesn’t prevent the
 * others.
 */
export function createSteps<Own extends object = object>(around: Around<Own> = (use) => use({} as Own)) {
  const steps: [name: string, take: Step<Own>][] = [];
  return {
    step: (name: string, take: Step<Own>): void => void steps.push([name, take]),
    takeSteps: async ({ page, screens, environment, context, host, userBrowser, sentToWindows }: Shared): Promise<void> => {
      const shared = { page, screens, environment, context, host, userBrowser, sentToWindows };
      test.setTimeout(steps.length * stepMillis);
      const failures: unknown[] = [];
      for (const [name, take] of steps) {
        await test
          .step(name, () => around((own) => take({ ...shared, ...own })))
          .catch(async (error) => {
            failures.push(error);
            // Later steps go on with the same page, so what the failed one showed is read now.
            const shown = await page.locator('body').ariaSnapshot().catch(String);
            console.error(`${name}: ${error}\nThe page was at ${page.url().split('#')[1]}.\n${shown}`);
          });
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
