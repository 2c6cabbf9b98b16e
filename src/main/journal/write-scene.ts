/** Who makes a write, when, and about whom, as far as this process knows without asking the service. */
import { userInfo } from 'node:os';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { Ports } from '../ports/ports';
import type { RecordedWrite } from '../ports/write-recorder';
import type { Connections } from '../records/connections';
import type { Runtime } from '../runtime/create-runtime';
import { withinLimit } from '../runtime/pending';
import type { Sessions } from '../session/sessions';
import type { KnownNames } from './known-names';
import { namedIdsOf, type WriteScene } from './write-facts';

type NamedUser = Pick<ServerUser, 'display_name' | 'primary_email'>;

export interface SceneDeps {
  readonly ports: Pick<Ports, 'clock'> & Partial<Pick<Ports, 'host'>>;
  readonly runtime: Pick<Runtime, 'topics'>;
  readonly connections: Pick<Connections, 'destinationOf'>;
  readonly sessions: Pick<Sessions, 'serverTime'>;
  /** Resolves to a user of the local index; null without one, or without an index. */
  readonly indexedUser?: (connectionId: string, userId: string) => Promise<NamedUser | null>;
}

/** Maximum milliseconds for which an entry waits for the local index. */
const indexMillis = 500;

/** Resolves to the names of whom a write is about, from memory or from the local index. */
export async function namesOf(
  deps: SceneDeps,
  names: KnownNames,
  write: RecordedWrite,
  { connectionId }: WriteScene,
): Promise<WriteScene['names']> {
  const ids = namedIdsOf(write);
  const known = (kind: 'user' | 'team') => (ids[kind] === null ? undefined : names.nameOf(write.destination, kind, ids[kind]));
  const found = { user: known('user'), team: known('team') };
  if (found.user !== undefined || ids.user === null || connectionId === null || deps.indexedUser === undefined) return found;
  let user: NamedUser | null = null;
  const reading = deps.indexedUser(connectionId, ids.user).then((read) => {
    user = read;
  });
  await withinLimit(reading, indexMillis, deps.ports.clock);
  const { display_name, primary_email } = (user as NamedUser | null) ?? { display_name: null, primary_email: null };
  return { ...found, user: display_name || primary_email || undefined };
}

/** Returns the time of a connection's service, or of this computer, in milliseconds since the epoch. */
export function nowOf({ ports, sessions }: SceneDeps, connectionId: string | null): number {
  return Math.max(0, Math.round(connectionId === null ? ports.clock.now() : sessions.serverTime(connectionId)));
}

/** Returns the server and the project of a connection; null for one that was removed. */
export function destinationOf({ connections }: SceneDeps, connectionId: string): string | null {
  try {
    return connections.destinationOf(connectionId);
  } catch {
    return null;
  }
}

/** Returns in what a write is made: by which account, and of which connection. */
export function sceneOf(deps: SceneDeps, { origin, destination }: RecordedWrite): WriteScene {
  const { runtime, ports } = deps;
  const known = runtime.topics['connections.list'].get().value;
  const isOf = (id: string) => destinationOf(deps, id) === destination;
  const connectionId = origin?.connectionId ?? known.find(({ id }) => isOf(id))?.id ?? null;
  const account = runtime.topics['accounts.list'].get().value.find(({ id }) => id === origin?.accountId);
  return { osUser: osUser(), account, connectionId, ...(ports.host === 'terminal' ? { isTerminal: true } : {}) };
}

let knownUser: string | undefined;

/** Returns the name of the operating system's user; an empty text if it has none. A process has one, and is asked once. */
export function osUser(): string {
  knownUser ??= nameOfUser();
  return knownUser;
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
