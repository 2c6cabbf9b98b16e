/** Where a screen says that something is empty, or couldn’t be loaded: one rule for all screens. */
import type { ScreenName } from '#window/routes.ts';
import { openLoadedAgain, screenPaths } from '../support/appearance/screen-views';
import { interceptService } from '../support/browser/service-replies';
import { expect, test } from '../support/page/fixtures';

// There are many screens.
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
  const states = [...(main?.querySelectorAll('h1, h2') ?? [])].map((heading) => heading.parentElement).filter(({ className }) => /(^|\\s|_)state_/.test(className));
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

const failed: readonly ScreenName[] = [
  ...(['overview', 'users', 'user', 'teams', 'team', 'permissions', 'signInMethods', 'domains', 'email', 'projectKeys'] as const),
  ...(['projectSettings', 'signInSettings', 'sessions', 'connectedAccounts', 'apiKeys', 'ownPermissions', 'invitationsForMe'] as const),
  ...(['notifications', 'ownTeam', 'createTeam', 'projects', 'signIn', 'signUp', 'forgotPassword', 'link'] as const),
];
const empty: readonly ScreenName[] = ['users', 'teams', 'apiKeys', 'invitationsForMe', 'notifications'];

for (const { what, calls, screens: names } of [
  { what: 'couldn’t be loaded', calls: /^service\.(?!users\.me$)/, screens: failed },
  { what: 'is empty', calls: null, screens: empty },
])
  test(`what ${what} is said in the same place on every screen`, async ({ page, screens, environment }) => {
    const service = await interceptService(page);
    await page.reload();
    await screens.startSandbox();
    const addresses: (readonly [ScreenName, string])[] = [];
    for (const name of names) addresses.push([name, await screenPaths[name](page, environment)]);
    service.fail(calls);
    service.empty(calls === null);
    const misplaced: Record<string, unknown> = {};
    for (const [name, path] of addresses) {
      await test.step(name, async () => {
        await openLoadedAgain(page, path);
        const places = () => page.evaluate<Place[]>(placesInPage);
        await expect.poll(async () => (await places()).length, name).toBeGreaterThan(0);
        const wrong = (await places()).filter((place) => !isInPlace(place));
        if (wrong.length > 0) misplaced[name] = wrong;
      });
    }
    expect(misplaced).toEqual({});
  });
