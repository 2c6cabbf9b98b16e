import type { ComponentType } from 'react';
import { FirstRunScreen } from '#areas/connections/first-run-screen.tsx';
import { type OnDemand, onDemand } from '#lib/on-demand.ts';
import type { ScreenName } from '#window/routes.ts';
import { screens } from './screens';
import { laterCode } from './startup/later-code';

interface ScreenCode {
  readonly Screen: ComponentType;
  readonly code: OnDemand<ComponentType>;
}

const components = new Map<ScreenName, ScreenCode>(
  (Object.keys(screens) as ScreenName[]).map((screen) => {
    const { load } = screens[screen];
    // Small, and needed by the very first start: the first script has the start screen and its texts.
    const code = screen === 'start' ? onDemand(() => Promise.resolve(FirstRunScreen)) : laterCode<ComponentType>(load);
    return [screen, { Screen: code.component((Screen) => Screen), code }];
  }),
);

/** Returns the component of a screen. */
export function componentOf(screen: ScreenName): ComponentType {
  return (components.get(screen) as ScreenCode).Screen;
}

/** Returns the code of a screen; null for an address without one. */
export function codeOf(screen: ScreenName | null): OnDemand<ComponentType> | null {
  return screen === null ? null : (components.get(screen) as ScreenCode).code;
}

// Its code is in the first script: loaded here, it never shows a placeholder.
void codeOf('start')?.load();
