/** Reads and changes the project of a connection for a window, with what the profile keeps of it. */
import { isDeepStrictEqual } from 'node:util';
import type { Bridge } from '#contract/bridge/index.ts';
import type { ProjectReading } from '#contract/configuration/document-of.ts';
import type { StepRequest } from '#contract/configuration/step-request.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';
import type { AllowedChange, Gateway } from '../gateway/create-gateway';
import type { Caller } from '../ports/caller';
import type { Connections } from '../records/connections';
import type { Runtime } from '../runtime/create-runtime';
import type { Sessions } from '../session/sessions';
import type { ReadingPart } from './apply-plan';
import type { MetadataSchemas } from './metadata-schemas';
import { readParts, type ServicePart, serviceParts } from './read-project';
import { checkedView, projectCall } from './request-checks';

export interface ProjectReadsDeps {
  readonly runtime: Pick<Runtime, 'topics'>;
  readonly connections: Pick<Connections, 'destinationOf'>;
  readonly sessions: Pick<Sessions, 'target'>;
  readonly gateway: Pick<Gateway, 'callService'>;
  readonly savedViews: { readonly handlers: Pick<Handlers<Bridge, Caller>, 'savedViews'> };
  readonly schemas: MetadataSchemas;
}

export interface ProjectReads {
  /** Where the connection leads; null if there is none. */
  readonly destination: string | null;
  readonly has: (feature: Feature) => boolean;
  readonly readAll: () => Promise<ProjectReading>;
  readonly read: (parts: readonly ReadingPart[]) => Promise<Partial<ProjectReading>>;
  /** Sends a step that was confirmed with others, which share an ID in the journal. */
  readonly send: (request: StepRequest, allowed: AllowedChange, applyId: string) => Promise<unknown>;
}

/** Opens the project of a connection. Reads and writes throw `connection-changed` once the connection points elsewhere. */
export async function openProject(deps: ProjectReadsDeps, connectionId: string, caller: Caller): Promise<ProjectReads> {
  const { runtime, connections, sessions, gateway } = deps;
  const destination = connections.destinationOf(connectionId);
  const detected = async () => (await (await sessions.target(connectionId, destination)).features?.()) ?? {};
  let known = await detected();
  const has = (feature: Feature) => known[feature] === true;
  const assertSame = () => {
    if (connections.destinationOf(connectionId) !== destination) throw fail('connection-changed');
  };
  const call = async (name: string, input: object, allowed?: AllowedChange, applyId?: string) => {
    assertSame();
    const origin = { source: 'apply', job: applyId } as const;
    const approved = allowed && { assertAllowed: inTurn(assertSame, allowed), origin: { ...origin, note: allowed.note } };
    return gateway.callService(projectCall(connectionId, name, input), caller, approved);
  };
  /** A request can find out that the service was updated; what was read by its former release would not be the whole. */
  const readService = async (parts: readonly ServicePart[]) => {
    const before = known;
    const [outcome] = await Promise.allSettled([readParts(call, has, parts)]);
    known = await detected();
    if (!isDeepStrictEqual(known, before)) return readParts(call, has, parts);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
  const read = async (parts: readonly ReadingPart[]): Promise<Partial<ProjectReading>> => {
    const reading = {
      ...(await readService(parts.filter(isServicePart))),
      ...(parts.includes('views')
        ? { views: runtime.topics['savedViews.list'].get().value.filter((view) => view.connectionId === connectionId) }
        : {}),
      ...(parts.includes('schemas') ? { metadataSchemas: await deps.schemas.read(connectionId) } : {}),
    };
    // Also what the profile keeps is that of the project, to which the connection led when it was opened.
    assertSame();
    return reading;
  };
  return {
    destination,
    has,
    read,
    readAll: async () => (await read([...serviceParts, 'schemas', 'views'])) as ProjectReading,
    send: async (request, allowed, applyId) => {
      if ('endpoint' in request) return call(request.endpoint, request, allowed, applyId);
      assertSame();
      return changeProfile(deps, connectionId, request, caller);
    },
  };
}

const isServicePart = (part: ReadingPart): part is ServicePart => part !== 'schemas' && part !== 'views';

const inTurn = (first: () => void, second: () => void) => () => {
  first();
  second();
};

type ProfileRequest = Extract<StepRequest, { readonly profile: unknown }>;

async function changeProfile(
  { savedViews: { handlers }, schemas }: ProjectReadsDeps,
  connectionId: string,
  request: ProfileRequest,
  caller: Caller,
): Promise<unknown> {
  if (request.profile === 'delete-view') return handlers.savedViews.delete({ connectionId, id: request.id }, caller);
  if (request.profile === 'set-schema') return schemas.write(connectionId, request.kind, request.text);
  return handlers.savedViews.save(checkedView(connectionId, request), caller);
}
