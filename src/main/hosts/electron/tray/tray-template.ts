/** The menu of the tray icon, from the commands of the app. */
import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '#contract/bridge/app.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { commands } from '#contract/commands.ts';
import { distinctNames, type NamedConnection } from '#contract/connection-names.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import type { Translator } from '#messages/translator.ts';

/** Commands of the table that the menu has, below the connections. */
const listed = ['notices', 'settings', 'lock'] as const satisfies readonly Command['id'][];
/** Maximum number of connections; the window has the others. */
const maxConnections = 10;

export interface TrayMenuDeps {
  readonly translator: Translator;
  readonly connections: readonly (NamedConnection & Pick<Connection, 'kind' | 'pinned'>)[];
  readonly open: () => void;
  readonly run: (command: Command) => void;
  readonly quit: () => void;
}

/** Builds the menu's template. */
export function trayTemplate({ translator: { t }, connections, open, run, quit }: TrayMenuDeps): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const ordered = inRailOrder(connections);
  const names = distinctNames(ordered);
  const labelOf = ({ id, name }: NamedConnection) => (names.get(id) ?? name).replaceAll('&', '&&');
  const shown = ordered.slice(0, maxConnections);
  return [
    { id: 'open', label: t('tray.open'), click: open },
    ...(shown.length === 0 ? [] : [separator]),
    ...shown.map((one) => ({ label: labelOf(one), click: () => run({ id: 'connection', connectionId: one.id }) })),
    separator,
    ...listed.flatMap((id) => {
      const row = commands.find((command) => command.id === id);
      return row === undefined ? [] : [{ id, label: t(row.label), click: () => run({ id }) }];
    }),
    separator,
    // Not a role: without a window, some systems don't have it.
    { id: 'quit', label: t('tray.quit'), click: quit },
  ];
}
