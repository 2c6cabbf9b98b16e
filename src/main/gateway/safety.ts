/** Enforces a connection's safety level, and the presence that it requires, on calls from windows. */
import type { Confirmation, SafetyLevel } from '#contract/bridge/safety.ts';
import type { Actor, Effect } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail } from '#contract/errors.ts';
import { nameToType } from '#contract/text/visible-text.ts';
import type { ConnectionRecord } from '../records/connections-file';
import { destinationOfRecord } from '../records/destination';
import type { Confirmations } from './confirmations';
import { fingerprintOf } from './confirmations';
import type { Presence } from './presence';

export interface Safety {
  /**
   * Allows a window's call, once for each confirmation, and returns the note that the user wrote in it, if the policy requires one. Throws `AppError` with code `app-read-only`, `read-only-connection`,
   * `presence-unavailable`, or `confirmation-required`, which carries the confirmation to show.
   */
  check(call: ServiceCall, connection: CheckedConnection, windowId: string): string | undefined;
  /**
   * Throws when the connection requires more now than when the call was checked: `app-read-only`, `read-only-connection`, or
   * `connection-changed` when the call has to be repeated with a confirmation.
   */
  assertStillAllowed(call: ServiceCall, passed: Requirements, now: Requirements): void;
}

export type Requirements = Pick<ConnectionRecord, 'safety' | 'requirePresence'> & Partial<Pick<ConnectionRecord, 'environment'>>;

/** The part of a connection that its requirements and the fingerprint of a confirmation depend on. */
export type CheckedConnection = Requirements & Pick<ConnectionRecord, 'name' | 'baseUrl' | 'projectId'>;

export interface SafetyDeps {
  readonly confirmations: Pick<Confirmations, 'consume' | 'require'>;
  readonly presence: Pick<Presence, 'means'>;
  /** Whether the whole app is read-only. */
  readonly isReadOnly: () => boolean;
  /** Whether the policy requires a note for each change on production. */
  readonly isNoteRequired?: () => boolean;
}

/** Returns what a level requires before an effect: nothing, a confirmation, the connection's name, or to refuse. */
export function requiredConfirmation(level: SafetyLevel, effect: Effect, actor: Actor): 'nothing' | 'confirm' | 'type' | 'refuse' {
  if (effect === 'read') return 'nothing';
  if (level === 'read-only') return 'refuse';
  // Users may change their own account; its screens have their own confirmations.
  if (level === 'normal' || actor !== 'project') return 'nothing';
  if (level === 'type-to-destroy') return effect === 'destroy' ? 'type' : 'nothing';
  return 'confirm';
}

const demands = ['nothing', 'confirm', 'type', 'refuse'] as const;

function demandBy(call: ServiceCall, level: SafetyLevel) {
  return call.endpoint.allowedAtEveryLevel ? 'nothing' : requiredConfirmation(level, effectOf(call), call.actor);
}

/** Returns the effect of a call: its endpoint's effect, or `destroy` if the body contains a field that revokes or deletes. */
function effectOf({ endpoint, input: { body } }: ServiceCall): Effect {
  return hasAnyField(body, endpoint.destroyedBy ?? []) ? 'destroy' : endpoint.effect;
}

/** Whether a call requires presence: to delete, and to change how the user signs in. Signing out, which every level allows, doesn't. */
function requiresPresence(call: ServiceCall, { requirePresence }: Requirements): boolean {
  return requirePresence && !call.endpoint.allowedAtEveryLevel && (effectOf(call) === 'destroy' || changesSignIn(call));
}

/** Returns the effect that a confirmation names. */
function shownEffect(call: ServiceCall): Confirmation['effect'] {
  if (effectOf(call) === 'destroy') return 'destroy';
  return changesSignIn(call) ? 'sign-in' : 'write';
}

/** Throws `app-read-only`, `read-only-connection` for a read-only connection, and `unknown-connection`. Signing in to an existing account isn't a change. */
export type AssertWritable = (connectionId: string) => void;

/** Throws `read-only-connection` for a read-only connection. For bridge calls that aren't endpoint calls. */
export function assertWritable({ safety }: Pick<ConnectionRecord, 'safety'>): void {
  if (safety === 'read-only') throw fail('read-only-connection');
}

/** Creates the safety check. */
export function createSafety({ confirmations, presence, isReadOnly, isNoteRequired = () => false }: SafetyDeps): Safety {
  const asksNote = (call: ServiceCall, { environment }: Requirements) =>
    environment === 'production' && isNoteRequired() && demandBy(call, 'confirm-writes') === 'confirm';
  const assertAppWritable = (call: ServiceCall) => {
    if (isReadOnly() && demandBy(call, 'read-only') === 'refuse') throw fail('app-read-only');
  };
  return {
    check(call, connection, windowId) {
      assertAppWritable(call);
      const demand = demandBy(call, connection.safety);
      if (demand === 'refuse') throw fail('read-only-connection');
      const isNoted = asksNote(call, connection);
      const needed: Needed = {
        kind: demand !== 'nothing' ? demand : isNoted ? 'confirm' : 'presence',
        presence: requiresPresence(call, connection) ? presence.means() : null,
        ...(isNoted && { asksNote: true }),
      };
      if (needed.kind === 'presence' && needed.presence === null) return;
      const fingerprint = fingerprintOfCall(call, connection, needed, windowId);
      const approval = confirmations.consume(fingerprint);
      if (approval !== null) return approval.note;
      const shown = { ...needed, name: nameToType(connection.name, connection.projectId), endpoint: call.name, effect: shownEffect(call) };
      throw confirmations.require(shown, windowId, fingerprint, connection.projectId);
    },
    assertStillAllowed(call, passed, now) {
      assertAppWritable(call);
      const [before, after] = [demandBy(call, passed.safety), demandBy(call, now.safety)];
      if (demands.indexOf(after) > demands.indexOf(before)) throw fail(after === 'refuse' ? 'read-only-connection' : 'connection-changed');
      if (requiresPresence(call, now) && !requiresPresence(call, passed)) throw fail('connection-changed');
      if (asksNote(call, now) && !asksNote(call, passed)) throw fail('connection-changed');
    },
  };
}

type Needed = Pick<Confirmation, 'kind' | 'presence' | 'asksNote'>;

/** Includes what was confirmed, so that a confirmation isn't valid if more is required by then. */
function fingerprintOfCall(
  { name, actor, connectionId, accountId, input }: ServiceCall,
  connection: CheckedConnection,
  { kind, presence, asksNote }: Needed,
  windowId: string,
): string {
  return fingerprintOf([
    windowId,
    connectionId,
    destinationOfRecord(connection),
    accountId ?? null,
    name,
    actor,
    input,
    kind,
    presence,
    asksNote === true,
  ]);
}

/** Whether a call changes how its account's user signs in. */
export function changesSignIn({ endpoint, actor, input }: Pick<ServiceCall, 'endpoint' | 'actor' | 'input'>): boolean {
  if (actor !== 'account' || endpoint.changesSignIn === undefined) return false;
  return endpoint.changesSignIn === true || hasAnyField(input.body, endpoint.changesSignIn);
}

/** Whether a call's body is an object with one of the fields. */
function hasAnyField(body: unknown, fields: readonly string[]): boolean {
  return typeof body === 'object' && body !== null && fields.some((field) => Object.hasOwn(body, field));
}
