/** Finds secrets of the main process in everything that windows and the log received. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchedApp } from './launch-app';

/** Fields of requests and responses that contain tokens, codes, and what they are derived from. */
const secretFields = /"(access_token|refresh_token|nonce|attempt_code|code|login_code|password|totp)":"([^"]{6,})"/g;

/** Returns every secret that was sent over the network so far. */
export function secretsSent({ exchanges }: LaunchedApp): Set<string> {
  const texts = exchanges.flatMap(({ request, response }) => [request.body ?? '', Buffer.from(response.bytes).toString('utf8')]);
  const found = texts.flatMap((text) => [...text.matchAll(secretFields)].map(([, , value]) => value ?? ''));
  // Error codes are in a field with the same name; the demo passwords are public.
  return new Set(found.filter((value) => !/^[A-Z_]+$/.test(value) && !value.startsWith('Analytical-Engine-')));
}

/** Returns the places that contain a secret: the number of a window's message, or the log's name. */
export async function placesOfSecrets(launched: LaunchedApp, profile: string): Promise<string[]> {
  const log = await readFile(join(profile, 'logs', 'latchkey.log'), 'utf8');
  const places = [['log', log] as const, ...launched.sentToWindows.map((text, number) => [`sentToWindows ${number}`, text] as const)];
  const secrets = [...secretsSent(launched)];
  return places.flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret.slice(0, 4)}… in ${place}`),
  );
}
