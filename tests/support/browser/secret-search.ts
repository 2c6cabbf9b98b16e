/** Finds tokens and keys of the service in places where they must not be. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Page } from '@playwright/test';

/** Forms of access tokens, refresh tokens, codes, project keys and API keys (wire/flows 1 and 16, wire/limits 5). */
const shapes = [
  /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  /(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{45}(?![0-9a-z])/,
  /\b(pck|ssk|sak)_[0-9a-hjkmnp-tv-z]{45}\b/,
  /\b[sp]k_[0-9a-hjkmnp-tv-z]{45}[0-9a-f]{32}(user|team)/,
];

export function holdsSecret(text: string): boolean {
  return shapes.some((shape) => shape.test(text));
}

/** Records what the program sends to the page from now on. */
export function recordFrames(page: Page): readonly string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return frames;
}

/** Returns the files of a profile that contain a secret, except the sandbox's database, which belongs to the service. */
export async function filesWithSecrets(profile: string): Promise<string[]> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(profile, join(entry.parentPath, entry.name)))
    .filter((path) => path.split(sep)[0] !== 'sandbox');
  // A file beside a database may be deleted in the meantime.
  const textOf = (path: string) => readFile(join(profile, path), 'latin1').catch(() => '');
  const found = await Promise.all(paths.map(async (path) => (holdsSecret(await textOf(path)) ? [path] : [])));
  return found.flat();
}
