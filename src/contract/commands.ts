/** The table of the app's commands, used by the menu, the command palette, the list of shortcuts and the key handler. */

export interface CommandRow {
  readonly id: string;
  /** Message key. */
  readonly label: string;
  /** Message key once there is a connection to the sandbox, which then runs. */
  readonly labelWithSandbox?: string;
  /** The menu that contains the command. */
  readonly menu: 'file' | 'edit' | 'view' | 'go' | 'help';
  /** Whether the menu has a separator before the command. */
  readonly separated?: true;
  /** The key is the last one. `mod` is Ctrl, or Cmd on a Mac. */
  readonly keys?: readonly string[];
  /** Set for keys that browsers reserve. */
  readonly keysIn?: 'own-window';
  /** Set for commands that browsers provide themselves or don't support. */
  readonly only?: 'own-window';
}

export const commands = [
  { id: 'new-window', label: 'shell.command.new-window', menu: 'file', keys: ['mod', 'N'], keysIn: 'own-window' },
  { id: 'add-connection', label: 'shell.rail.add', menu: 'file', separated: true },
  { id: 'sandbox', label: 'shell.rail.start-sandbox', labelWithSandbox: 'first-run.sandbox.open', menu: 'file' },
  { id: 'settings', label: 'shell.settings', menu: 'file', separated: true, keys: ['mod', ','] },
  { id: 'export-settings', label: 'shell.settings.export', menu: 'file' },
  { id: 'import-settings', label: 'shell.settings.import', menu: 'file' },
  { id: 'lock', label: 'shell.command.lock', menu: 'file', keys: ['mod', 'shift', 'L'] },
  { id: 'undo', label: 'shell.command.undo', menu: 'edit', keys: ['mod', 'Z'] },
  { id: 'find', label: 'shell.command.find', menu: 'edit', separated: true, keys: ['mod', 'F'] },
  { id: 'copy-link', label: 'shell.command.copy-link', menu: 'edit' },
  { id: 'palette', label: 'shell.palette', menu: 'view', keys: ['mod', 'K'] },
  { id: 'navigation', label: 'shell.command.navigation', menu: 'view', keys: ['mod', 'B'] },
  { id: 'notices', label: 'shell.command.notices', menu: 'view' },
  { id: 'refresh', label: 'shell.command.refresh', menu: 'view', separated: true, keys: ['mod', 'R'], keysIn: 'own-window' },
  { id: 'reload', label: 'shell.command.reload', menu: 'view', keys: ['mod', 'shift', 'R'], only: 'own-window' },
  { id: 'theme-light', label: 'shell.command.theme-light', menu: 'view', separated: true },
  { id: 'theme-dark', label: 'shell.command.theme-dark', menu: 'view' },
  { id: 'theme-system', label: 'shell.command.theme-system', menu: 'view' },
  { id: 'privacy-mode', label: 'shell.command.privacy-mode', menu: 'view' },
  { id: 'zoom-in', label: 'shell.command.zoom-in', menu: 'view', separated: true, keys: ['mod', '+'], only: 'own-window' },
  { id: 'zoom-out', label: 'shell.command.zoom-out', menu: 'view', keys: ['mod', '-'], only: 'own-window' },
  { id: 'zoom-reset', label: 'shell.command.zoom-reset', menu: 'view', keys: ['mod', '0'], only: 'own-window' },
  { id: 'back', label: 'shell.back', menu: 'go', keys: ['mod', '['], keysIn: 'own-window' },
  { id: 'forward', label: 'shell.forward', menu: 'go', keys: ['mod', ']'], keysIn: 'own-window' },
  { id: 'connection', label: 'shell.command.connection', menu: 'go', separated: true, keys: ['mod', '1–9'] },
  { id: 'jobs', label: 'shell.command.jobs', menu: 'go', separated: true },
  { id: 'journal', label: 'shell.command.journal', menu: 'go' },
  { id: 'documentation', label: 'shell.command.documentation', menu: 'help', keys: ['F1'] },
  { id: 'shortcuts', label: 'shell.shortcuts', menu: 'help', keys: ['?'] },
  { id: 'release-notes', label: 'shell.command.release-notes', menu: 'help' },
  { id: 'report', label: 'shell.command.report', menu: 'help', separated: true },
  { id: 'logs', label: 'shell.command.logs', menu: 'help', only: 'own-window' },
  { id: 'about', label: 'shell.command.about', menu: 'help', separated: true },
] as const satisfies readonly CommandRow[];

export type CommandId = (typeof commands)[number]['id'];

/** Commands that the host runs, because a page can't. */
export const hostCommandIds = ['reload', 'zoom-in', 'zoom-out', 'zoom-reset', 'logs'] as const satisfies readonly CommandId[];
export type HostCommandId = (typeof hostCommandIds)[number];

export function isHostCommand(id: CommandId): id is HostCommandId {
  return hostCommandIds.some((own) => own === id);
}

/** A row of {@link commands}. */
export type Command = Omit<CommandRow, 'labelWithSandbox'> &
  Pick<(typeof commands)[number], 'id' | 'label'> & { readonly labelWithSandbox?: 'first-run.sandbox.open' };

/** Returns the key of a command's label: what it does depends on whether there is a connection to the sandbox. */
export function labelOf({ label, labelWithSandbox }: Command, hasSandbox: boolean): Command['label'] | 'first-run.sandbox.open' {
  return (hasSandbox ? labelWithSandbox : undefined) ?? label;
}

/** Returns the commands and keys that are available in the app's windows, or in a browser tab. */
export function commandsIn(place: 'own-window' | 'tab'): readonly Command[] {
  const rows: readonly Command[] = commands;
  if (place === 'own-window') return rows;
  return rows.filter(({ only }) => only === undefined).map((row) => (row.keysIn === undefined ? row : withoutKeys(row)));
}

function withoutKeys({ keys: _keys, ...row }: Command): Command {
  return row;
}

/** Path of the palette in a separate window. */
export const quickPalettePath = '/palette';
