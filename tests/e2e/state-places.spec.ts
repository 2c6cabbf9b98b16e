/** Where a screen says that something is empty, or couldn’t be loaded: one rule for all screens. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser/fixtures';
import { interceptService } from '../support/browser/service-replies';
import { openPath, screenPaths } from '../support/looks/screen-views';

// There are about forty screens.
test.describe.configure({ timeout: 300_000 });

interface Place {
  readonly title: string;
  /** Whether it is in a card: in place of its rows. */
  readonly inCard: boolean;
  /** Where its middle is in what it takes the place of, from 0 to 1. */
  readonly across: number;
  /** Where its heading is in the room below its top, from 0 to 1. */
  readonly down: number;
  /** How far it ends above the end of the screen, in pixels. */
  readonly left: number;
}

/** Run in the page: where each state is, in its card or in the screen. */
const placesInPage = `(() => {
  const main = document.querySelector('main');
  const states = [...main.querySelectorAll('h1, h2')].map((heading) => heading.parentElement).filter(({ className }) => /(^|\\s|_)state_/.test(className));
  return states.map((state) => {
    const heading = state.querySelector('h1, h2').getBoundingClientRect();
    const own = state.getBoundingClientRect();
    const card = state.closest('[class*="_card_"]');
    const room = (card ?? main).getBoundingClientRect();
    return {
      title: state.querySelector('h1, h2').textContent,
      inCard: card !== null,
      across: (own.x + own.width / 2 - room.x) / room.width,
      down: (heading.y + heading.height / 2 - own.y) / (room.bottom - own.y),
      left: room.bottom - own.bottom,
    };
  });
})()`;

/** In a card, it is in the middle of its width. In place of a screen or a list, it is in the middle of the room too, and slightly above it. */
function isInPlace({ inCard, across, down, left }: Place): boolean {
  if (Math.abs(across - 0.5) > 0.005) return false;
  return inCard || (down > 0.3 && down < 0.5 && left < 80);
}

async function loaded(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.locator('[class*="skeleton"], main [aria-busy="true"]')).toHaveCount(0);
}

for (const { what, calls, isEmpty, least } of [
  { what: 'couldn’t be loaded', calls: /^service\.(?!users\.me$)/, isEmpty: false, least: 20 },
  { what: 'is empty', calls: null, isEmpty: true, least: 6 },
])
  test(`what ${what} is said in the same place on every screen`, async ({ page, screens, world }) => {
    const service = await interceptService(page);
    await page.reload();
    await screens.startSandbox();
    let count = 0;
    const misplaced: Record<string, unknown> = {};
    for (const [name, pathOf] of Object.entries(screenPaths)) {
      await test.step(name, async () => {
        await openPath(screens, await pathOf(page, world));
        service.fail(calls);
        service.empty(isEmpty);
        await loaded(page);
        const places = await page.evaluate<Place[]>(placesInPage);
        count += places.filter(({ inCard }) => !inCard).length;
        const wrong = places.filter((place) => !isInPlace(place));
        if (wrong.length > 0) misplaced[name] = wrong;
        service.fail(null);
        service.empty(false);
        await loaded(page);
      });
    }
    expect(misplaced).toEqual({});
    expect(count).toBeGreaterThanOrEqual(least);
  });
