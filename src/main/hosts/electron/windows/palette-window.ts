/** The small window of the palette, over all programs. It isn't remembered, and no window of the menus. */
import { BrowserWindow, type Rectangle, screen } from 'electron';
import { quickPalettePath } from '#contract/commands.ts';
import type { Clock } from '../../../ports/ports';
import { createWindow } from './window';

export interface PaletteWindowDeps {
  readonly preload: string;
  readonly icon: string | undefined;
  readonly clock: Pick<Clock, 'after'>;
  readonly isDark: () => boolean;
  /** Runs for each window after it was created. */
  readonly onOpen: (window: BrowserWindow) => void;
}

export interface PaletteWindow {
  /** Null while it isn't open. */
  readonly window: BrowserWindow | null;
  /** Opens it, or brings it to the front; closes it if it has the focus. */
  toggle(): void;
}

const size = { width: 820, height: 520 };

/** Creates the control of the window. Opens nothing. */
export function createPaletteWindow({ preload, icon, clock, isDark, onOpen }: PaletteWindowDeps): PaletteWindow {
  let open: BrowserWindow | null = null;
  const create = () => {
    const look = { bounds: boundsNow(), maximized: false, fullScreen: false, zoom: 0, dark: isDark(), isSmall: true };
    const window = createWindow({ preload, icon, clock, ...look, path: quickPalettePath, onShown: () => undefined });
    open = window;
    window.on('closed', () => {
      if (open === window) open = null;
    });
    // Like a menu, it is gone once another window is used.
    window.on('blur', () => window.close());
    onOpen(window);
  };
  return {
    get window() {
      return open;
    },
    toggle() {
      if (open === null) create();
      else if (BrowserWindow.getFocusedWindow() === open) open.close();
      else open.show();
    },
  };
}

/** In the upper middle of the primary display. Where the pointer is isn't asked: Wayland doesn't tell it. */
function boundsNow(): Rectangle {
  const { workArea: area } = screen.getPrimaryDisplay();
  const [width, height] = [Math.min(size.width, area.width), Math.min(size.height, area.height)];
  return { x: area.x + Math.round((area.width - width) / 2), y: area.y + Math.round((area.height - height) / 4), width, height };
}
