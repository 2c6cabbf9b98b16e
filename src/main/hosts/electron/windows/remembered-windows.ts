/** The windows that were open, with their screens and bounds, in the profile's `open-windows.json`: they are opened again at a start. */
import { join } from 'node:path';
import { z } from 'zod';
import { linkedPath } from '#contract/screen-links.ts';
import type { Clock } from '../../../ports/ports';
import { type JsonFile, jsonFile } from '../../../storage/json-file';
import { windowState } from './window-state';

/** Maximum number of windows that are opened again. */
export const maxWindows = 20;

const leftWindow = z.strictObject({ path: z.string().max(1024), state: windowState });
export type LeftWindow = z.output<typeof leftWindow>;

/** Creates the access to the file. An unreadable file is replaced without a notice. */
export function leftWindowsFile(profileFolder: string, clock: Clock): JsonFile<readonly LeftWindow[]> {
  const schema = z.array(leftWindow).max(maxWindows).readonly();
  const path = join(profileFolder, 'open-windows.json');
  return jsonFile({ path, format: 'latchkey/open-windows', version: 1, schema, initial: [] }, clock, () => undefined);
}

/**
 * Returns what is remembered of a path: the screen with its panel and tabs, but no search, which may be personal. Returns null for forms and
 * cards, which aren't opened again.
 */
export function rememberedPath(path: string): string | null {
  if (path === '/' || /^\/settings(?:\?section=[a-z]+)?$/.test(path)) return path;
  const [, connection, rest = ''] = /^\/c\/([\w-]{1,64})(\/.*)$/.exec(path) ?? [];
  const linked = connection === undefined ? null : linkedPath(rest);
  return linked === null ? null : `/c/${connection}${linked}`;
}

/**
 * Returns the windows to open at a start, the most recently used one last: those whose connection still exists, and those without one as long
 * as there are others. None if a window that opens at Home is as good.
 */
export function windowsToOpen(left: readonly LeftWindow[], hasConnection: (id: string) => boolean): readonly LeftWindow[] {
  const connectionOf = (path: string) => /^\/c\/([^/]+)/.exec(path)?.[1];
  const known = left.filter(({ path }) => {
    const connection = connectionOf(path);
    return rememberedPath(path) === path && (connection === undefined || hasConnection(connection));
  });
  return known.every(({ path }) => path === '/') ? [] : known;
}
