/** Holds windows to a connection's safety level, and takes their confirmations. */
import { createHash } from 'node:crypto';
import type { Confirmation, SafetyLevel } from '../../contract/bridge/safety';
import type { ServiceCall } from '../../contract/dispatch';
import { fail } from '../../contract/errors';
import type { Actor, Effect } from '../../contract/kit';
import type { ConnectionRecord } from '../connections/records/connections-file';
import { destinationOf } from '../connections/records/destination';
import type { Clock } from '../ports';

export interface Safety {
  /**
   * Lets a window's call pass, once where it was confirmed. Fails with `read-only-connection`, or with
   * `confirmation-required`, which carries what a person is asked.
   */
  check(call: ServiceCall, connection: CheckedConnection, windowId: string): void;
  /** Fails with `confirmation-mismatch`, after which it may be tried again, and `confirmation-expired`. */
  confirm(id: string, typed: string | undefined, windowId: string): void;
  forgetWindow(windowId: string): void;
}

/** What a level is checked on, and what a confirmation is bound to. */
export type CheckedConnection = Pick<ConnectionRecord, 'name' | 'safety' | 'baseUrl' | 'projectId'>;

/** Milliseconds within which a question is answered and the call repeated. */
export const confirmationTtlMillis = 120_000;
/** Questions kept at most; the oldest go first. */
const capacity = 1000;

interface PendingConfirmation extends Confirmation {
  readonly windowId: string;
  readonly fingerprint: string;
  readonly until: number;
  confirmed: boolean;
}

/** What a level asks before an effect: nothing, a confirmation, the connection's name; or it refuses. */
export function requiredConfirmation(level: SafetyLevel, effect: Effect, actor: Actor): 'nothing' | Confirmation['kind'] | 'refuse' {
  if (effect === 'read') return 'nothing';
  if (level === 'read-only') return 'refuse';
  // What people change about themselves is theirs, and asks on its own screen.
  if (level === 'normal' || actor !== 'project') return 'nothing';
  if (level === 'type-to-destroy') return effect === 'destroy' ? 'type' : 'nothing';
  return 'confirm';
}

const demands = ['nothing', 'confirm', 'type', 'refuse'] as const;

/**
 * Throws when a level demands more than the one that a call has passed: `read-only-connection`, or `connection-changed` where the call is
 * to be confirmed when it is made again.
 */
export function assertStillAllowed(call: ServiceCall, passed: SafetyLevel, now: SafetyLevel): void {
  const [before, after] = [demandBy(call, passed), demandBy(call, now)];
  if (demands.indexOf(after) > demands.indexOf(before)) throw fail(after === 'refuse' ? 'read-only-connection' : 'connection-changed');
}

function demandBy(call: ServiceCall, level: SafetyLevel) {
  return call.row.allowedAtEveryLevel ? 'nothing' : requiredConfirmation(level, effectOf(call), call.actor);
}

/** What a call does: its row's effect, unless its body names what ends something. */
function effectOf({ row, input: { body } }: ServiceCall): Effect {
  const isNamed = (field: string) => typeof body === 'object' && body !== null && Object.hasOwn(body, field);
  return row.destroyedBy?.some(isNamed) ? 'destroy' : row.effect;
}

/** Fails with `read-only-connection` where a connection is to be looked at only. For what windows ask in other words than rows. */
export function assertWritable({ safety }: Pick<ConnectionRecord, 'safety'>): void {
  if (safety === 'read-only') throw fail('read-only-connection');
}

/** Creates it with nothing asked; `newId` gives texts that cannot be guessed. */
export function createSafety(clock: Pick<Clock, 'monotonic'>, newId: () => string): Safety {
  const asked = new Map<string, PendingConfirmation>();

  const forget = (isOver: (known: PendingConfirmation) => boolean) => {
    for (const [id, known] of asked) if (isOver(known)) asked.delete(id);
  };
  const forgetOld = () => forget(({ until }) => clock.monotonic() > until);

  const consumed = (fingerprint: string): boolean => {
    const approval = [...asked.values()].find((known) => known.confirmed && known.fingerprint === fingerprint);
    return approval !== undefined && asked.delete(approval.id);
  };
  const ask = (about: Omit<Confirmation, 'id'>, windowId: string, fingerprint: string): Confirmation => {
    const question = { id: newId(), ...about };
    asked.set(question.id, { ...question, windowId, fingerprint, until: clock.monotonic() + confirmationTtlMillis, confirmed: false });
    const oldest = asked.keys().next().value;
    if (asked.size > capacity && oldest !== undefined) asked.delete(oldest);
    return question;
  };

  return {
    check(call, connection, windowId) {
      const { name, safety } = connection;
      const demand = demandBy(call, safety);
      if (demand === 'nothing') return;
      if (demand === 'refuse') throw fail('read-only-connection');
      forgetOld();
      const fingerprint = fingerprintOf(call, destinationOf(connection), windowId);
      if (consumed(fingerprint)) return;
      const about = { kind: demand, name, row: call.name, effect: effectOf(call) === 'destroy' ? 'destroy' : 'write' } as const;
      throw fail('confirmation-required', { confirmation: ask(about, windowId, fingerprint) });
    },
    confirm(id, typed, windowId) {
      forgetOld();
      const question = asked.get(id);
      if (question === undefined || question.windowId !== windowId) throw fail('confirmation-expired');
      if (question.kind === 'type' && plainText(typed ?? '') !== plainText(question.name)) throw fail('confirmation-mismatch');
      question.confirmed = true;
    },
    forgetWindow: (windowId) => forget((known) => known.windowId === windowId),
  };
}

function plainText(text: string): string {
  return text.normalize('NFC').trim();
}

/** The same only for the same call of the same window to the same server and project; what was entered is not kept. */
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
