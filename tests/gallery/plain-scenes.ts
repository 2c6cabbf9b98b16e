/** A picture of every screen that no other scene shows, so that a new screen is in the gallery from its first day. */
import { generatePath } from 'react-router';
import { patterns, placeOf, type ScreenName } from '#window/routes.ts';
import { go, type Scene } from './scene';

/** What the parameters of paths are replaced with. */
const examples: Readonly<Record<string, string>> = {
  connection: 'sandbox',
  link: 'a',
  team: '00000000-0000-4000-8000-000000000000',
  user: '00000000-0000-4000-8000-000000000000',
};

function pathOf(screen: ScreenName): string {
  return generatePath<string>(patterns[screen], examples);
}

/** Returns the screen that a page of the app shows, by its URL. */
export function screenAt(url: string): ScreenName | null {
  const path = url.split('#')[1]?.split('?')[0];
  return placeOf(path || '/').screen;
}

/** Returns a scene for every screen that is not among those shown. */
export function plainScenes(shown: ReadonlySet<ScreenName | null>): readonly Scene[] {
  return (Object.keys(patterns) as ScreenName[])
    .filter((screen) => !shown.has(screen))
    .map((screen) => ({
      name: screen.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      show: async (context) => {
        await go(context, pathOf(screen));
        await context.screens.page.getByRole('heading', { level: 1 }).first().waitFor();
      },
    }));
}
