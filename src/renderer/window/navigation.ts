/** Whether the navigation is shown: beside the screen, or over it where the window is too narrow for both. */

import { useCallback, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { topicStores, updateSettings, useTopic } from '#data/topics.ts';

/** Also the width of a window of 1280 pixels at 200 % zoom. */
const narrowQuery = '(max-width: 800px)';

/** Windows that are too low for the entries of an account and those of its project. The usual window isn't, even with a title and a menu bar. */
const lowQuery = '(max-height: 719px)';

/** Whether the navigation is open over the screen of a narrow window. */
const useDrawer = create<boolean>()(() => false);

interface NavigationState {
  readonly isNarrow: boolean;
  readonly isShown: boolean;
}

export function useNavigationState(): NavigationState {
  const isNarrow = useMediaQuery(narrowQuery);
  const isCollapsed = useTopic('settings.state').navigationCollapsed;
  const isOpen = useDrawer();
  return { isNarrow, isShown: isNarrow ? isOpen : !isCollapsed };
}

/** Closes the navigation of a narrow window. */
export function closeNavigation(): void {
  useDrawer.setState(false, true);
}

/** Shows or hides the navigation. In a narrow window, the choice isn't kept. */
export async function toggleNavigation(): Promise<void> {
  if (window.matchMedia(narrowQuery).matches) return useDrawer.setState(!useDrawer.getState(), true);
  await updateSettings({ navigationCollapsed: !topicStores['settings.state'].getState().value?.navigationCollapsed });
}

/**
 * Returns whether the navigation lists the screens of the account, and a function that changes and keeps this. Until that is called, low windows
 * don't list them if there are screens of a project below.
 */
export function useAccountEntries(hasProject: boolean): [isListed: boolean, toggle: () => void] {
  const isLow = useMediaQuery(lowQuery);
  const chosen = useTopic('settings.state').accountEntries;
  const isListed = chosen === 'auto' ? !(isLow && hasProject) : chosen === 'shown';
  // The navigation is no place to report a full disk at.
  const toggle = () => void updateSettings({ accountEntries: isListed ? 'hidden' : 'shown' }).catch(() => undefined);
  return [isListed, toggle];
}

/** Returns whether the window matches a media query, and follows it. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
