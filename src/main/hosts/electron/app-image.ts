/** AppImages: one file, whose content is mounted in a temporary folder only while it runs. */
import { isAbsolute, relative } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the path of the AppImage that this program was started from; null if it wasn't. A program that another AppImage has started, such
 * as a terminal, inherits that one's environment.
 */
export function appImageOf({ APPIMAGE: file, APPDIR: folder }: Environment, execPath: string): string | null {
  if (file === undefined || folder === undefined || !isAbsolute(file) || !isAbsolute(folder)) return null;
  const inside = relative(folder, execPath);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? null : file;
}

/**
 * Returns how Electron starts the program again, with arguments. Without the path of the AppImage, it would start a file that is gone by then.
 * The AppImage extracts itself, because one whose predecessor is still being unmounted can fail to mount.
 */
export function relaunchOptions(appImage: string | null, args: readonly string[]): { args: string[]; execPath?: string } {
  return appImage === null ? { args: [...args] } : { execPath: appImage, args: ['--appimage-extract-and-run', ...args] };
}
