/** Enforces a connection's safety level on calls from windows, and accepts their confirmations. */
import { createHash } from 'node:crypto';
import type { Confirmation, SafetyLevel } from '../../contract/bridge/safety';
import type { ServiceCall } from '../../contract/dispatch';
import { fail } from '../../contract/errors';
import type { Actor, Effect } from '../../contract/kit';
import type { ConnectionRecord } from '../connections/records/connections-file';
import { destinationOfRecord } from '../connections/records/destination';
import type { Clock } from '../ports';
import { hasField } from './has-field';

export interface Safety {
  /**
   * Allows a window's call, once for each confirmation. Throws `AppError` with code `app-read-only`, `read-only-connection`, or
   * `confirmation-required`, which carries the confirmation to show.
   */
  check(call: ServiceCall, connection: CheckedConnection, windowId: string): void;
  /**
   * Throws when more is required now than by the level that the call has passed: `app-read-only`, `read-only-connection`, or
   * `connection-changed` when the call has to be repeated with a confirmation.
   */
  assertStillAllowed(call: ServiceCall, passed: SafetyLevel, now: SafetyLevel): void;
  /** Throws `confirmation-mismatch`, after which the user can try again, and `confirmation-expired`. */
  confirm(id: string, typed: string | undefined, windowId: string): void;
  forgetWindow(windowId: string): void;
}

/** The part of a connection that its safety level and the fingerprint of a confirmation depend on. */
export type CheckedConnection = Pick<ConnectionRecord, 'name' | 'safety' | 'baseUrl' | 'projectId'>;

/** Milliseconds within which the user confirms and the call is repeated. */
export const confirmationTtlMillis = 120_000;
/** Maximum number of pending confirmations; the oldest are deleted first. */
const capacity = 1000;

interface PendingConfirmation extends Confirmation {
  readonly windowId: string;
  readonly fingerprint: string;
  readonly until: number;
  confirmed: boolean;
}

/** Returns what a level requires before an effect: nothing, a confirmation, the connection's name, or to refuse. */
export function requiredConfirmation(level: SafetyLevel, effect: Effect, actor: Actor): 'nothing' | Confirmation['kind'] | 'refuse' {
  if (effect === 'read') return 'nothing';
  if (level === 'read-only') return 'refuse';
  // Users may change their own account; its screens have their own confirmations.
  if (level === 'normal' || actor !== 'project') return 'nothing';
  if (level === 'type-to-destroy') return effect === 'destroy' ? 'type' : 'nothing';
  return 'confirm';
}

const demands = ['nothing', 'confirm', 'type', 'refuse'] as const;

function demandBy(call: ServiceCall, level: SafetyLevel) {
  return call.row.allowedAtEveryLevel ? 'nothing' : requiredConfirmation(level, effectOf(call), call.actor);
}

/** Returns the effect of a call: its endpoint's effect, or `destroy` if the body contains a field that revokes or deletes. */
function effectOf({ row, input: { body } }: ServiceCall): Effect {
  return hasField(body, row.destroyedBy ?? []) ? 'destroy' : row.effect;
}

/** Throws `app-read-only`, `read-only-connection` for a read-only connection, and `unknown-connection`. Signing in to an existing account isn't a change. */
export type AssertWritable = (connectionId: string) => void;

/** Throws `read-only-connection` for a read-only connection. For bridge calls that aren't endpoint calls. */
export function assertWritable({ safety }: Pick<ConnectionRecord, 'safety'>): void {
  if (safety === 'read-only') throw fail('read-only-connection');
}

/**
 * Creates the safety check without pending confirmations. `newId` returns texts that can't be guessed, `isReadOnly` whether the whole app is
 * read-only.
 */
export function createSafety(clock: Pick<Clock, 'monotonic'>, newId: () => string, isReadOnly: () => boolean): Safety {
  const pending = new Map<string, PendingConfirmation>();

  const assertAppWritable = (call: ServiceCall) => {
    if (isReadOnly() && demandBy(call, 'read-only') === 'refuse') throw fail('app-read-only');
  };
  const forget = (isOver: (known: PendingConfirmation) => boolean) => {
    for (const [id, known] of pending) if (isOver(known)) pending.delete(id);
  };
  const forgetOld = () => forget(({ until }) => clock.monotonic() > until);

  const consumed = (fingerprint: string): boolean => {
    const approval = [...pending.values()].find((known) => known.confirmed && known.fingerprint === fingerprint);
    return approval !== undefined && pending.delete(approval.id);
  };
  const requestConfirmation = (about: Omit<Confirmation, 'id'>, windowId: string, fingerprint: string): Confirmation => {
    const confirmation = { id: newId(), ...about };
    pending.set(confirmation.id, {
      ...confirmation,
      windowId,
      fingerprint,
      until: clock.monotonic() + confirmationTtlMillis,
      confirmed: false,
    });
    const oldest = pending.keys().next().value;
    if (pending.size > capacity && oldest !== undefined) pending.delete(oldest);
    return confirmation;
  };

  return {
    check(call, connection, windowId) {
      assertAppWritable(call);
      const { name, safety } = connection;
      const demand = demandBy(call, safety);
      if (demand === 'nothing') return;
      if (demand === 'refuse') throw fail('read-only-connection');
      forgetOld();
      const fingerprint = fingerprintOf(call, destinationOfRecord(connection), windowId);
      if (consumed(fingerprint)) return;
      const about = { kind: demand, name, row: call.name, effect: effectOf(call) === 'destroy' ? 'destroy' : 'write' } as const;
      throw fail('confirmation-required', { confirmation: requestConfirmation(about, windowId, fingerprint) });
    },
    assertStillAllowed(call, passed, now) {
      assertAppWritable(call);
      const [before, after] = [demandBy(call, passed), demandBy(call, now)];
      if (demands.indexOf(after) > demands.indexOf(before)) throw fail(after === 'refuse' ? 'read-only-connection' : 'connection-changed');
    },
    confirm(id, typed, windowId) {
      forgetOld();
      const confirmation = pending.get(id);
      if (confirmation === undefined || confirmation.windowId !== windowId) throw fail('confirmation-expired');
      if (confirmation.kind === 'type' && plainText(typed ?? '') !== plainText(confirmation.name)) throw fail('confirmation-mismatch');
      confirmation.confirmed = true;
    },
    forgetWindow: (windowId) => forget((known) => known.windowId === windowId),
  };
}

function plainText(text: string): string {
  return text.normalize('NFC').trim();
}

/**
 * Returns a hash that is the same only for the same call by the same window to the same server and project. A hash, so that the input isn't
 * kept.
 */
function fingerprintOf({ name, actor, connectionId, accountId, input }: ServiceCall, destination: string, windowId: string): string {
  const facts = [windowId, connectionId, destination, accountId ?? null, name, actor, sorted(input)];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
