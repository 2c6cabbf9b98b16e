/** The keys that open the palette over all programs. */
import type { GlobalShortcut } from 'electron';
import type { Settings } from '#contract/setting-rows.ts';

type Keys = Settings['paletteShortcut'];

/** The keys as Electron names them. They are the same on all systems: on macOS, the key of Control. */
const accelerators: Readonly<Record<Exclude<Keys, 'off'>, string>> = {
  'control-alt-k': 'Control+Alt+K',
  'control-alt-space': 'Control+Alt+Space',
  'control-shift-space': 'Control+Shift+Space',
};

export interface PaletteShortcutDeps {
  readonly shortcuts: Pick<GlobalShortcut, 'register' | 'unregister'>;
  /** Returns the keys that the settings want. */
  readonly wanted: () => Keys;
  readonly onPress: () => void;
  /** Runs for keys that another program has, once for each choice. */
  readonly onTaken: () => void;
}

/** Returns a function that takes the keys that the settings want from the system, and gives back those from before. Taking none, it does nothing. */
export function followPaletteShortcut({ shortcuts, wanted, onPress, onTaken }: PaletteShortcutDeps): () => void {
  let chosen: Keys = 'off';
  let taken: string | null = null;
  return () => {
    const keys = wanted();
    if (keys === chosen) return;
    chosen = keys;
    if (taken !== null) shortcuts.unregister(taken);
    taken = null;
    if (keys === 'off') return;
    if (shortcuts.register(accelerators[keys], onPress)) taken = accelerators[keys];
    else onTaken();
  };
}
