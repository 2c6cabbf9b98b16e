/** Drift: follows files, and says how projects differ from them, or from what was applied last. */
import { basename } from 'node:path';
import type { DriftState } from '#contract/bridge/drift.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import { documentOf, type ProjectReading } from '#contract/configuration/document-of.ts';
import { driftFromBase, driftFromFile } from '#contract/configuration/drift.ts';
import type { Handlers, Push } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';
import { openProject, type ProjectReadsDeps } from '../configuration/project-reads';
import { type CallProject, factsOf, readParts, type ServicePart, serviceParts } from '../configuration/read-project';
import type { StoredBases } from '../configuration/stored-bases';
import { endpointOf } from '../journal/undo/undo-target';
import type { Caller } from '../ports/caller';
import type { CancelSignal, Ports } from '../ports/ports';
import type { Sender, Target } from '../remote/send';
import { createFollowedFiles, type FollowedFilesDeps } from './followed-files';
import { placeOf, readFollowed } from './read-followed';

export interface DriftDeps extends ProjectReadsDeps, FollowedFilesDeps {
  readonly runtime: ProjectReadsDeps['runtime'] & FollowedFilesDeps['runtime'];
  readonly connections: ProjectReadsDeps['connections'] & FollowedFilesDeps['connections'] & { readonly find: (id: string) => unknown };
  readonly bases: Pick<StoredBases, 'read'>;
  readonly sender: Pick<Sender, 'sendEndpoint'>;
}

/** Opens a project, which isn't done if there is nothing to compare it with. */
type OpenProject = () => Promise<{
  readonly has: (feature: Feature) => boolean;
  readonly read: (parts: readonly ServicePart[]) => Promise<Partial<ProjectReading>>;
}>;

export interface Drift {
  /** Reads which files are followed. Throws `profile-not-writable`. */
  load(): Promise<void>;
  close(): void;
  /** Adopts what the push is about: connections. */
  follow(push: Pick<Push, 'name'>): void;
  /** Identifies what the project of a connection is compared with: the file, or what was applied last. */
  yardstickOf(connectionId: string): string;
  /** Looks in the background: each request is sent once only. Rejects with the errors of requests. */
  lookUnasked(connectionId: string, request: { readonly target: Target; readonly signal: CancelSignal }): Promise<DriftState>;
  readonly handlers: Pick<Handlers<Bridge, Caller>, 'drift'>;
}

/** Creates the domain. Nothing is followed before `load`. */
export function createDrift(deps: DriftDeps): Drift {
  const { ports, connections } = deps;
  const files = createFollowedFiles(deps);
  const followedBy = (connectionId: string) => {
    const followed = files.of(connectionId);
    if (followed === null) throw fail('object-gone');
    return followed;
  };
  const look = (connectionId: string, open: OpenProject, destination = connections.destinationOf(connectionId)) => {
    const assertSame = () => {
      if (connections.destinationOf(connectionId) !== destination) throw fail('connection-changed');
    };
    return lookAt({ ...deps, files, assertSame }, connectionId, open);
  };
  return {
    load: files.load,
    close: files.close,
    follow: files.follow,
    yardstickOf: (connectionId) => files.of(connectionId)?.id ?? 'base',
    lookUnasked: (connectionId, request) => look(connectionId, () => openUnasked(deps.sender, request), request.target.destination),
    handlers: {
      drift: {
        async followFile({ connectionId, kind }, caller) {
          if (ports.chooseFollowed === null) throw fail('not-allowed');
          connections.find(connectionId);
          const destination = connections.destinationOf(connectionId);
          const chosen = await ports.chooseFollowed(caller, kind);
          if (chosen === null) return { state: 'canceled' };
          const place = await placeOf(chosen);
          const read = await readFollowed(place);
          if (!read.ok) return { state: 'unread', problem: read.problem };
          // It may have been removed, or changed to another project, while the user was choosing.
          connections.find(connectionId);
          if (destination === null || connections.destinationOf(connectionId) !== destination) throw fail('connection-changed');
          await files.set(connectionId, { ...place, destination });
          return { state: 'followed', name: basename(place.path) };
        },
        async stopFollowing({ connectionId }) {
          await files.set(connectionId, null);
          return null;
        },
        async readFile({ connectionId }) {
          const followed = followedBy(connectionId);
          const read = await readFollowed(followed);
          return read.ok ? { state: 'read', name: basename(followed.path), text: read.text } : { state: 'unread', problem: read.problem };
        },
        look: ({ connectionId }, caller) => look(connectionId, () => openProject(deps, connectionId, caller)),
      },
    },
  };
}

interface LookDeps extends Pick<DriftDeps, 'bases'> {
  readonly ports: Pick<Ports, 'clock'>;
  readonly files: Pick<ReturnType<typeof createFollowedFiles>, 'of'>;
  /** Throws `connection-changed` once the connection leads to another project than the one that is looked at. */
  readonly assertSame: () => void;
}

async function lookAt({ ports, files, bases, assertSame }: LookDeps, connectionId: string, open: OpenProject): Promise<DriftState> {
  assertSame();
  const followed = files.of(connectionId);
  const [wanted, known] = await Promise.all([followed && readFollowed(followed), bases.read(connectionId)]);
  if (wanted?.ok === false) return { state: 'unread', problem: wanted.problem };
  if (wanted === null && known === null) return { state: 'none' };
  // The file and the base are those of the project to which the connection led before.
  assertSame();
  const project = await open();
  const reading = (await project.read(serviceParts)) as ProjectReading;
  assertSame();
  const present = documentOf(reading);
  if (!present.ok) return { state: 'names', problems: present.problems };
  const base = known?.base ?? null;
  const drift =
    wanted !== null
      ? driftFromFile({ base, source: wanted.document, target: present.document }, factsOf(reading, project.has))
      : driftFromBase(base ?? {}, present.document);
  return {
    state: 'compared',
    file: followed && basename(followed.path),
    baseMillis: known?.timeMillis ?? null,
    lookedAtMillis: Math.max(0, Math.round(ports.clock.now())),
    ...drift,
  };
}

async function openUnasked(
  sender: Pick<Sender, 'sendEndpoint'>,
  { target, signal }: { readonly target: Target; readonly signal: CancelSignal },
) {
  const known = (await target.features?.()) ?? {};
  const has = (feature: Feature) => known[feature] === true;
  const call: CallProject = async (name, { params }) => {
    const endpoint = endpointOf(name);
    const variant = endpoint?.actors.project;
    if (endpoint === undefined || variant === undefined) throw fail('internal');
    const input = { params: params as Readonly<Record<string, string>> | undefined, query: undefined, body: undefined };
    return sender.sendEndpoint(endpoint, variant, target, input, { once: true, signal });
  };
  return { has, read: (parts: readonly ServicePart[]) => readParts(call, has, parts) };
}
