/** The desktop entry with which Linux desktops start a program at sign-in. */
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the path of the entry in the user's autostart folder. A relative `XDG_CONFIG_HOME` is ignored, as its specification requires. */
export function autostartPath(env: Environment, home: string, name: string): string {
  const configured = env.XDG_CONFIG_HOME;
  const folder = configured !== undefined && isAbsolute(configured) ? configured : join(home, '.config');
  return join(folder, 'autostart', `${name}.desktop`);
}

/** Returns the text of the entry. Its options are passed to the program. Throws for a path that no entry can contain. */
export function desktopEntry(program: string, name: string, options: readonly `--${string}`[] = []): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what ends a line, or a text
  if (/[\0-\x1f\x7f]/.test(program)) throw new Error('The path of the program contains control characters.');
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${[quoted(program), ...options].join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** Whether the text of an entry starts the program. Desktops hide an entry that the user turned off. */
export function isStarting(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  return !lines.includes('Hidden=true') && !lines.includes('X-GNOME-Autostart-enabled=false');
}

/** Returns the command of an entry; null if it has none. */
export function execOf(text: string): string | null {
  return /^Exec=(.*)$/m.exec(text)?.[1]?.trim() ?? null;
}

/**
 * Quotes an argument of `Exec` (Desktop Entry Specification, "The Exec key"): within quotes, four characters are escaped with a backslash,
 * and every backslash once more, because the value is a string. A percent sign would start a field code.
 */
function quoted(argument: string): string {
  const escaped = argument
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `"${escaped}"`;
}
