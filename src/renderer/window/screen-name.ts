/** The name of what the current screen shows, such as a user, which replaces the title of the screen. */
import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { create } from 'zustand';

interface ScreenName {
  readonly pathname: string;
  readonly name: string;
}

const useShown = create<ScreenName | null>()(() => null);

/** Names the current screen after what it shows, as soon as that is known. */
export function useNameScreen(name: string | undefined): void {
  const { pathname } = useLocation();
  // Before the screen is painted, so that no other title is seen first.
  useLayoutEffect(() => {
    if (name === undefined) return undefined;
    const shown = { pathname, name };
    useShown.setState(shown, true);
    return () => useShown.setState((current) => (current === shown ? null : current), true);
  }, [pathname, name]);
}

/** Returns the name that the screen at the current path has given itself; undefined if it has none. */
export function useScreenName(): string | undefined {
  const { pathname } = useLocation();
  return useShown((shown) => (shown?.pathname === pathname ? shown.name : undefined));
}
