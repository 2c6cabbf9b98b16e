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
}

type Step = (shared: Shared) => Promise<void>;

/** Time for one step that fails, in milliseconds. */
const stepMillis = 90_000;

/**
 * Creates the steps of a test. `takeSteps` is its function: it takes those that were added with `step` one after another. Each of them starts the
 * sandbox as it would alone, and finds what the steps before have changed. A step that fails doesn’t prevent the others.
 */
export function createSteps() {
  const steps: [name: string, take: Step][] = [];
  return {
    step: (name: string, take: Step): void => void steps.push([name, take]),
    takeSteps: async ({ page, screens, environment, context, host, userBrowser }: Shared): Promise<void> => {
      test.setTimeout(steps.length * stepMillis);
      const failures: unknown[] = [];
      for (const [name, take] of steps) {
        await test
          .step(name, () => take({ page, screens, environment, context, host, userBrowser }))
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
