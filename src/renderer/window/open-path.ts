/**
 * Opens screens for actions. What an action changes may remove its own screen or dialog before its result arrives, so the window opens the
 * screen that follows, and not a component.
 */

import { dropUnsavedInput } from './unsaved-input';

/**
 * Returns the path and query in the URL of the window. It changes as soon as the user goes elsewhere, before the components of the new
 * screen are rendered.
 */
export function currentPath(): string {
  return window.location.hash.slice(1) || '/';
}

/** Returns {@link currentPath} without the query. */
export function currentPathname(): string {
  return currentPath().split('?')[0] ?? '';
}

/** The history of the window, which prompts before unsaved input is discarded. */
interface WindowHistory {
  /** Changes as soon as the user goes elsewhere, before the new screen is rendered. */
  readonly location: { readonly pathname: string };
  push(path: string, state?: unknown): void;
  replace(path: string, state?: unknown): void;
}

export interface OpenOptions {
  /** Whether Back must not return to the present screen. */
  readonly replace?: boolean;
  readonly state?: object | undefined;
  /** Whether what the present screen, or its panel, is about is gone or was created, so that nothing entered there has to be saved. */
  readonly isGone?: boolean;
}

type OpenPath = (path: string, options?: OpenOptions) => void;

let history: WindowHistory | null = null;

/** Sets the history through which this file navigates. */
export function setWindowHistory(next: WindowHistory): void {
  history = next;
}

/** Opens a path, wherever the user is. */
export const openPath: OpenPath = (path, { replace = false, state, isGone = false } = {}) => {
  if (isGone) dropUnsavedInput();
  history?.[replace ? 'replace' : 'push'](path, state);
};

/**
 * Remembers the present screen. Returns a function that opens the screen that follows, unless the user went elsewhere in the meantime. Call it
 * before the first `await`.
 */
export function fromHere(): OpenPath {
  // A panel or a tab in the query is on the same screen.
  const start = history?.location.pathname;
  return (path, options) => {
    if (history?.location.pathname === start) openPath(path, options);
  };
}
