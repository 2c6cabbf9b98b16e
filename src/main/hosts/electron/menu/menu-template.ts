/** The template of the application menu: the app's commands and the standard items of each platform. */
import type { MenuItemConstructorOptions } from 'electron';
import type { Command as CommandPush } from '../../../contract/bridge/app';
import type { Connection } from '../../../contract/bridge/connections';
import { type Command, commandsIn } from '../../../contract/commands';
import { inRailOrder } from '../../../contract/rail-order';
import type { Translator } from '../../../messages/translator';

export interface MenuDeps {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly translator: Translator;
  readonly connections: readonly Pick<Connection, 'id' | 'kind' | 'name' | 'pinned' | 'group'>[];
  /** Whether a window is open. Otherwise only some commands are enabled. */
  readonly hasWindow: boolean;
  readonly run: (command: CommandPush) => void;
}

type Items = MenuItemConstructorOptions[];

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Builds the menu's template. */
export function menuTemplate(deps: MenuDeps): Items {
  const { platform, isPackaged, translator } = deps;
  const { t } = translator;
  const isMac = platform === 'darwin';
  const rows = commandsIn('own-window');
  const of = (menu: Command['menu']) => rows.filter((row) => row.menu === menu && !(isMac && row.id === 'settings'));
  const items = (menu: Command['menu']) => of(menu).flatMap((row) => commandItems(row, deps));
  const own = rows.filter(({ id }) => id === 'settings').flatMap((row) => commandItems(row, deps));
  const developer: Items = isPackaged ? [] : [separator, { role: 'toggleDevTools' }];
  return [
    ...(isMac ? [macAppMenu(own)] : []),
    { id: 'file', label: t('host.menu.file'), submenu: [...items('file'), separator, isMac ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu' },
    { id: 'view', label: t('host.menu.view'), submenu: [...items('view'), separator, { role: 'togglefullscreen' }, ...developer] },
    { id: 'go', label: t('host.menu.go'), submenu: items('go') },
    { role: 'windowMenu' },
    {
      role: 'help',
      id: 'help',
      label: t('host.menu.help'),
      submenu: [...items('help'), ...(isMac ? [] : [separator, { role: 'about' } as const])],
    },
  ];
}

function macAppMenu(settings: Items): MenuItemConstructorOptions {
  const hiding: Items = [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }];
  const services: Items = [separator, { role: 'services' }, separator];
  return { role: 'appMenu', submenu: [{ role: 'about' }, separator, ...settings, ...services, ...hiding, separator, { role: 'quit' }] };
}

function commandItems(row: Command, deps: MenuDeps): Items {
  if (row.id === 'connection') return connectionItems(row, deps);
  const { translator, hasWindow, run } = deps;
  const { id, label, keys } = row;
  const item: MenuItemConstructorOptions = {
    id,
    label: translator.t(label),
    enabled: hasWindow || id === 'new-window' || id === 'logs',
    click: () => run({ id }),
    ...acceleratorOf(keys, isHandledByMenu(row)),
  };
  if (id !== 'zoom-in') return [item];
  // On most keyboards the plus key requires Shift.
  return [item, { ...item, id: 'zoom-in-unshifted', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true }];
}

/** Returns the connections in the order of the rail, the first nine with their number as a shortcut. */
function connectionItems({ id, label }: Command, { connections, translator, hasWindow, run }: MenuDeps): Items {
  const items: Items = inRailOrder(connections).map((connection, at) => ({
    label: connection.name.replaceAll('&', '&&'),
    enabled: hasWindow,
    click: () => run({ id, connectionId: connection.id }),
    ...(at < 9 ? acceleratorOf(['mod', String(at + 1)], false) : {}),
  }));
  return items.length === 0 ? [] : [separator, { id, label: translator.t(label), submenu: items }];
}

/** Whether the menu handles the shortcut. Others are only displayed, because the page handles them. */
function isHandledByMenu({ keysIn, only }: Command): boolean {
  return keysIn !== undefined || only !== undefined;
}

/** Returns the accelerator of a shortcut. Keys without a modifier have none, because they are also text input. */
function acceleratorOf(keys: readonly string[] | undefined, registered: boolean): MenuItemConstructorOptions {
  if (keys === undefined || keys[0] !== 'mod') return {};
  const key = keys.at(-1) === '+' ? 'Plus' : keys.at(-1);
  const shift = keys.includes('shift') ? 'Shift+' : '';
  return { accelerator: `CommandOrControl+${shift}${key}`, registerAccelerator: registered };
}
