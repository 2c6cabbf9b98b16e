/** The app with its sandbox, and a browser that the test plays. */
import { targetOf } from './go-link';
import { type LaunchOptions, launchOpened } from './launch-app';
import { temporaryFolder } from './temporary-folder';

/** `opened` are the addresses the system browser was asked to open, `focused` how often the app came before the person. */
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
