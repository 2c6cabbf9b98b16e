import { type ComponentType, lazy, useState } from 'react';
import type { ScreenName } from '../routes';
import { screens } from './screens';

interface ScreenComponent {
  readonly Screen: ComponentType;
  readonly load: () => Promise<unknown>;
}

/** Returns a screen that loads its code when first rendered, unless it was loaded before: then it renders at once. */
function toComponent(read: () => Promise<ComponentType>): ScreenComponent {
  let loaded: ComponentType | null = null;
  const load = async () => {
    loaded ??= await read();
    return { default: loaded };
  };
  const Lazy = lazy(load);
  function Screen() {
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown />;
  }
  return { Screen, load };
}

const components = new Map(Object.entries(screens).map(([screen, { load }]) => [screen, toComponent(load)]));

/** Returns the component of a screen. */
export function componentOf(screen: ScreenName): ComponentType {
  return (components.get(screen) as ScreenComponent).Screen;
}

/** Loads the code of a screen. Never rejects: the screen reports it when its code can't be loaded. */
export async function loadScreen(screen: ScreenName | null): Promise<void> {
  if (screen !== null)
    await components
      .get(screen)
      ?.load()
      .catch(() => undefined);
}

// Its code is in the first script: loaded here, it never shows a placeholder.
void loadScreen('start');
