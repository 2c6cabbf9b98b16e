/** The icon in the tray: of the notification area on Windows, of the menu bar on macOS, and of the panel on Linux. */
import { Menu, nativeImage, Tray } from 'electron';
import { colorIcon, templateIcon } from './tray-icons';
import { type TrayMenuDeps, trayTemplate } from './tray-template';

export interface TrayDeps {
  /** Whether the settings want an icon. */
  readonly isWanted: () => boolean;
  /** Returns what the menu contains now. */
  readonly menu: () => TrayMenuDeps;
  /** How many findings there are. */
  readonly findings: () => number;
}

export interface TrayIcon {
  readonly isShown: boolean;
  /** Shows, changes, or removes the icon as the settings, connections, language, and findings require. */
  update(): void;
}

/** Creates the icon's control. Nothing is shown until `update`. */
export function createTray({ isWanted, menu, findings }: TrayDeps): TrayIcon {
  let tray: Tray | null = null;
  return {
    get isShown() {
      return tray !== null;
    },
    update() {
      if (!isWanted()) {
        tray?.destroy();
        tray = null;
        return;
      }
      const deps = menu();
      tray ??= open(deps.open);
      const count = findings();
      tray.setToolTip(count === 0 ? deps.translator.t('app.name') : deps.translator.t('tray.tooltip', { count }));
      // On Linux, a change of the menu needs a new one.
      tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(deps)));
    },
  };
}

function open(onClick: () => void): Tray {
  const tray = new Tray(image());
  // On macOS and Linux, a click opens the menu.
  if (process.platform === 'win32') tray.on('click', onClick);
  return tray;
}

function image(): Electron.NativeImage {
  const isTemplate = process.platform === 'darwin';
  const { single, double } = isTemplate ? templateIcon : colorIcon;
  const icon = nativeImage.createFromDataURL(`data:image/png;base64,${single}`);
  icon.addRepresentation({ scaleFactor: 2, dataURL: `data:image/png;base64,${double}` });
  if (isTemplate) icon.setTemplateImage(true);
  return icon;
}
