/** Looks for what must stay in the main process in all that windows and the log were told. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchedApp } from './launch-app';

/** Fields of requests and answers that hold tokens, codes and what they are made of. */
const secretFields = /"(access_token|refresh_token|nonce|attempt_code|code|login_code|password|totp)":"([^"]{6,})"/g;

/** Every secret that went over the network so far. */
export function secretsSent({ exchanges }: LaunchedApp): Set<string> {
  const texts = exchanges.flatMap(({ request, response }) => [request.body ?? '', Buffer.from(response.bytes).toString('utf8')]);
  const found = texts.flatMap((text) => [...text.matchAll(secretFields)].map(([, , value]) => value ?? ''));
  // The names of known errors stand in a field of the same name; the demonstration's passwords are public by design.
  return new Set(found.filter((value) => !/^[A-Z_]+$/.test(value) && !value.startsWith('Analytical-Engine-')));
}

/** Where a secret was told: windows by the number of the message, the log by name. */
export async function placesOfSecrets(launched: LaunchedApp, profile: string): Promise<string[]> {
  const log = await readFile(join(profile, 'logs', 'latchkey.log'), 'utf8');
  const places = [['log', log] as const, ...launched.told.map((text, number) => [`told ${number}`, text] as const)];
  const secrets = [...secretsSent(launched)];
  return places.flatMap(([place, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret.slice(0, 4)}… in ${place}`),
  );
}
