/** Looks for tokens and keys of the service where none may be. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Page } from '@playwright/test';

/** Access tokens, refresh tokens and codes, project keys: by their forms (wire/flows 1, wire/limits 5). */
const shapes = [
  /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  /(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{45}(?![0-9a-z])/,
  /\b(pck|ssk|sak)_[0-9a-hjkmnp-tv-z]{45}\b/,
];

export function holdsSecret(text: string): boolean {
  return shapes.some((shape) => shape.test(text));
}

/** What the program sent to the page, from now on. */
export function recordFrames(page: Page): readonly string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return frames;
}

/** Files of a profile that hold a secret; the sandbox's own database is the service's, not the app's. */
export async function filesWithSecrets(profile: string): Promise<string[]> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(profile, join(entry.parentPath, entry.name)))
    .filter((path) => path.split(sep)[0] !== 'sandbox');
  const found = await Promise.all(paths.map(async (path) => (holdsSecret(await readFile(join(profile, path), 'latin1')) ? [path] : [])));
  return found.flat();
}
