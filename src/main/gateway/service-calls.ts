/** Calls of catalog endpoints by windows: selects the credentials and updates the accounts from the response. */
import type { Write } from '#contract/bridge/data.ts';
import type { Variant } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { AppError, fail, nullForAppError } from '#contract/errors.ts';
import { deletedIdOf } from '#contract/journal/deleted-id.ts';
import { catalog } from '#contract/service/index.ts';
import type { ProjectUpdate } from '#contract/service/models/project-models.ts';
import type { ClientUser, ServerUser } from '#contract/service/models/user-models.ts';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { WriteOrigin } from '../ports/write-recorder';
import type { Connections } from '../records/connections';
import type { ConnectionRecord } from '../records/connections-file';
import { destinationOfRecord } from '../records/destination';
import type { CallWatch } from '../remote/call-watch';
import { readOwnSessions } from '../remote/releases/own-sessions';
import type { Releases } from '../remote/releases/releases';
import { mayHaveMoved, resolveEndpoint } from '../remote/releases/resolve-endpoint';
import { type DefinitionUpdate, shapeDefinitionUpdate } from '../remote/releases/shape-updates';
import { featuresFor, type Sender, type SendOptions, type Target, type TokenSource } from '../remote/send';
import type { Sessions } from '../session/sessions';
import { completeProjectUpdate } from './complete-project-update';
import { type ConfigText, withoutConfigSecrets } from './config-secrets';
import type { KeepSnapshot } from './keep-snapshot';
import type { Safety } from './safety';
import { changesSignIn } from './safety';
import { hideSecrets, type SecretReferences } from './secret-references';
import type { SlowCalls } from './slow-calls';

export interface ServiceCallsDeps {
  readonly sender: Sender;
  readonly connections: Pick<Connections, 'find' | 'targetOf'>;
  readonly safety: Pick<Safety, 'check' | 'assertStillAllowed'>;
  readonly releases: Pick<Releases, 'redetect'>;
  readonly sessions: Pick<Sessions, 'isImpersonated' | 'source' | 'describe' | 'complete' | 'target'>;
  readonly secretReferences: SecretReferences;
  readonly slowCalls: SlowCalls;
  /** Tells every window which data may have changed. */
  readonly onWrite: (write: Write) => void;
  readonly keepSnapshot?: KeepSnapshot;
  readonly ports?: Pick<Ports, 'host'>;
}

/** A change that was checked as a whole, of which a call is a part. */
interface ApprovedChange {
  /** Throws when the change is no longer allowed. */
  readonly assertAllowed: () => void;
  readonly origin: Pick<WriteOrigin, 'undoes' | 'note'> & Partial<Pick<WriteOrigin, 'source' | 'job'>>;
}

/** Calls an endpoint for a window. */
export type CallService = (call: ServiceCall, caller: Caller, approved?: ApprovedChange) => Promise<unknown>;

/**
 * Creates the function through which the dispatcher calls endpoints. Throws `unknown-connection`, `unknown-account`, the error of the
 * connection's safety level, or the error of the call.
 */
export function createServiceCalls(deps: ServiceCallsDeps): CallService {
  const { connections, safety, sessions, secretReferences, slowCalls } = deps;
  const source = deps.ports?.host === 'terminal' ? 'terminal' : 'window';
  return async (call, { windowId }, approved) => {
    const { name, endpoint, actor, connectionId, accountId, input, raw } = call;
    const variant = endpoint.actors[actor];
    if (variant === undefined) throw fail('internal');
    const connection = connections.find(connectionId);
    const note = approved === undefined ? safety.check(call, connection, windowId) : undefined;
    if (accountId !== undefined && changesSignIn(call) && sessions.isImpersonated(accountId)) throw fail('impersonating');
    const session = actor === 'account' && accountId !== undefined ? sessions.source(accountId, connectionId) : undefined;
    const owner = { windowId, connectionId, destination: destinationOfRecord(connection) };
    const body = secretReferences.restore(input.body, endpoint.secrets?.body ?? [], owner);
    const watch = slowCalls.watch(name, connectionId);
    let requests = 0;
    let isSent = false;
    let deletedId: string | undefined;
    try {
      // Reads are still allowed for a connection that was removed in the meantime.
      const assertAllowed = () => {
        if (endpoint.effect === 'read') return;
        if (approved === undefined) safety.assertStillAllowed(call, connection, connections.find(connectionId));
        else approved.assertAllowed();
      };
      const onRequest = () => {
        if (endpoint.effect === 'read') return;
        isSent = true;
        requests += 1;
      };
      const origin = { source, windowId, connectionId, accountId: session && accountId, note, ...approved?.origin } as const;
      const options = { watch, assertAllowed, onRequest, keepUnknown: raw === true, origin, ...(session ? { session } : {}) };
      const send = (own: SendOptions) => sendOffered(deps, connection, { ...call, input: { ...input, body } }, variant, own);
      const read = () =>
        endpoint.snapshot === undefined
          ? send(options)
          : sendDeletion(deps, connection, call, { options, watch, session, requests: () => requests, send });
      const value = await (endpoint.responds === 'own-sessions' && session ? readOwnSessions(read, session) : read());
      deletedId = deletedIdOf(endpoint, input);
      if (raw) return hideSecrets(value, endpoint.secrets?.response ?? []);
      if (endpoint.responds === 'configuration') return withoutConfigSecrets(value as ConfigText);
      // The call has succeeded: a failure to store the user's name must not turn it into an error.
      if (endpoint.responds === 'user') await sessions.describe(connectionId, value as ClientUser | ServerUser).catch(nullForAppError);
      return secretReferences.replaceSecrets(value, endpoint.secrets?.response ?? [], owner);
    } catch (thrown) {
      // The service may have done what it could not report. What it refused it did not do, unless an earlier request, which was lost, did it.
      isSent &&= !isRefusal(thrown) || (endpoint.idempotent && requests > 1);
      throw thrown;
    } finally {
      watch.done();
      if (isSent) deps.onWrite({ endpoint: name, connectionId, ...(deletedId === undefined ? {} : { deletedIds: [deletedId] }) });
    }
  };
}

interface Deletion {
  readonly options: SendOptions & { readonly origin: WriteOrigin };
  readonly watch: CallWatch;
  readonly session: TokenSource | undefined;
  /** Returns the number of requests that were sent. */
  readonly requests: () => number;
  readonly send: (options: SendOptions) => Promise<unknown>;
}

/** Sends a deletion, with a snapshot of what it deletes if one is kept. */
async function sendDeletion(deps: ServiceCallsDeps, connection: ConnectionRecord, call: ServiceCall, deletion: Deletion): Promise<unknown> {
  const { options, watch, session, requests, send } = deletion;
  const target = deps.sessions.complete(call.connectionId, await deps.connections.targetOf(connection));
  const kept = await deps.keepSnapshot?.(call, target, { watch, session });
  if (kept === null || kept === undefined) return send(options);
  try {
    const value = await send({ ...options, origin: { ...options.origin, snapshotId: kept.id, before: kept.before } });
    await kept.finish({ ok: true });
    return value;
  } catch (error) {
    await kept.finish({ ok: false, error, requests: requests() });
    throw error;
  }
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'known-error';
}

/**
 * Sends an endpoint's request in the form that the connection's service has; if its path is missing, detects the release again and sends it
 * to the new path. Uses the record whose safety level was checked, and doesn't look up again where the connection points.
 */
async function sendOffered(
  deps: ServiceCallsDeps,
  connection: ConnectionRecord,
  call: ServiceCall,
  variant: Variant,
  options: SendOptions,
): Promise<unknown> {
  const { connections, releases, sessions } = deps;
  const { endpoint, connectionId } = call;
  const current = async () => sessions.complete(connectionId, await connections.targetOf(connection));
  const target = await current();
  try {
    return await sendShaped(deps, call, variant, target, options);
  } catch (thrown) {
    if (!mayHaveMoved(endpoint, thrown)) throw thrown;
    await releases.redetect(connectionId, () => sessions.target(connectionId)).catch(nullForAppError);
    const now = await current();
    // A read, and a request to a missing path, have changed nothing, so it is safe to send them again.
    const [before, after] = await Promise.all([featuresFor(endpoint, target), featuresFor(endpoint, now)]);
    if (resolveEndpoint(endpoint, after).path === resolveEndpoint(endpoint, before).path) throw thrown;
    return sendShaped(deps, call, variant, now, options);
  }
}

async function sendShaped(deps: ServiceCallsDeps, call: ServiceCall, variant: Variant, target: Target, options: SendOptions) {
  const body = await shapedBody(deps, call, target, options);
  return deps.sender.sendEndpoint(call.endpoint, variant, target, { ...call.input, body }, options);
}

/** Adds the current values to an update, because releases clear the fields that an update leaves out. */
async function shapedBody(deps: ServiceCallsDeps, call: ServiceCall, target: Target, options: SendOptions): Promise<unknown> {
  const { sender, onWrite } = deps;
  const { endpoint, input, connectionId } = call;
  const { body } = input;
  if (endpoint.completedWith === undefined) return body;
  if (endpoint.completedWith === 'project') {
    const onKeysWritten = () => onWrite({ endpoint: 'config.overrideLevel', connectionId });
    return completeProjectUpdate(body as ProjectUpdate, { sender, target, options, onKeysWritten });
  }
  const { items, omitted } = await sender.send(definitionLists[endpoint.completedWith], 'project', target, {}, options);
  const definition = items.find(({ id }) => id === (input.params as { id: string }).id);
  // The definition may be among those that couldn't be parsed: an update sent as it is could clear the fields that it leaves out.
  if (definition === undefined && omitted !== undefined) throw fail('bad-response', { path: omitted.path });
  // If the definition doesn't exist, the service returns its own error.
  return definition === undefined ? body : shapeDefinitionUpdate(body as DefinitionUpdate, definition);
}

const definitionLists = {
  'team-definition': catalog.permissions.teamDefinitions,
  'project-definition': catalog.permissions.projectDefinitions,
} as const;
