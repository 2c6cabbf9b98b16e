/** The app with its sandbox and a simulated browser. */

import { temporaryFolder } from '../temporary-folder';
import { targetOf } from './go-link';
import { type LaunchOptions, launchOpened } from './launch-app';

/** Starts the app. `opened` contains the URLs that were opened in the system browser, `focused` counts how often the window was focused. */
export async function browserScene(options: LaunchOptions = {}) {
  const opened: string[] = [];
  const focused: string[] = [];
  const profile = await temporaryFolder();
  const own: LaunchOptions = {
    openUrl: async (link) => void opened.push(await targetOf(link)),
    focusWindow: () => void focused.push('focused'),
    ...options,
  };
  const launched = await launchOpened(profile, own);
  return { ...launched, profile, own, opened, focused, last: () => opened.at(-1) ?? '' };
}
