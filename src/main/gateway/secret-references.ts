/** Secrets that windows must not have: replaced by references in responses, and restored in requests. */
import { fail } from '#contract/errors.ts';
import { lastFourOf, redacted, type SecretReference } from '#contract/service/models/secret.ts';
import type { Caller } from '../ports/caller';
import type { Clock } from '../ports/ports';

/** Owner of a reference. The reference is deleted with the window and with the connection. */
export interface SecretOwner {
  readonly windowId: string;
  readonly connectionId: string;
  /** Where the connection points to when the secret is received, typed, or sent; null if it was removed. */
  readonly destination: string | null;
  /** Throws unless the window may have the text. A secret with it is never part of a request by the window either. */
  readonly assertRevealed?: (caller: Caller) => Promise<void>;
}

export interface SecretReferences {
  /** Returns a copy of `value` in which the texts at `paths` are references for that window. Missing and null values stay unchanged. */
  replaceSecrets<T>(value: T, paths: readonly string[], owner: SecretOwner): T;
  /**
   * Returns a copy of `value` in which the references at `paths` are the texts again. Throws `AppError` with code `secret-expired` for an
   * unknown reference, and for one of another window, connection, or destination: a secret must not reach another server.
   */
  restore<T>(value: T, paths: readonly string[], owner: SecretOwner): T;
  /** Returns the text of a reference. Throws `secret-expired` for an unknown reference or another window's. */
  read(ref: string, windowId: string): string;
  /** Returns the text of a reference for the page of its window. Throws like `read`, and what `assertRevealed` of its owner throws. */
  reveal(ref: string, caller: Caller): Promise<string>;
  /** Returns the text of a reference that belongs to the owner. Throws `secret-expired` like `restore`. */
  readOf(ref: string, owner: SecretOwner): string;
  /** Returns the ID of the connection that a reference belongs to. Throws `secret-expired` like `read`. */
  connectionOf(ref: string, windowId: string): string;
  /** Keeps a reference from expiring until it is released. Throws `secret-expired` like `read`. */
  hold(ref: string, windowId: string): void;
  /** Lets a reference expire again, as if it had never been held. Ignores unknown references. */
  release(ref: string, windowId: string): void;
  /** Deletes the references of a window that was closed. */
  forgetWindow(windowId: string): void;
  /** Deletes the references of connections that aren't among these. */
  keepConnections(connectionIds: readonly string[]): void;
}

/** Milliseconds after which a reference expires. */
export const referenceTtlMillis = 15 * 60_000;
/** Maximum number of references; the oldest are deleted first. */
const maxReferences = 10_000;
/** Maximum number of references that are kept; beyond it, the oldest ones expire again. */
export const maxHeld = 100;

interface Kept extends SecretOwner {
  readonly text: string;
  readonly until: number;
}

/** Creates the references, kept in memory. `newRef` returns texts that can't be guessed. */
export function createSecretReferences(clock: Pick<Clock, 'monotonic'>, newRef: () => string): SecretReferences {
  const kept = new Map<string, Kept>();
  const held = new Set<string>();

  const forget = (ref: string) => {
    kept.delete(ref);
    held.delete(ref);
  };
  const forgetIf = (isOver: (known: Kept) => boolean) => {
    for (const [ref, known] of kept) if (isOver(known)) forget(ref);
  };
  const forgetOldest = () => {
    for (const ref of kept.keys()) if (!held.has(ref)) return forget(ref);
  };
  const keep = (text: string, owner: SecretOwner): SecretReference => {
    const ref = newRef();
    kept.set(ref, { ...owner, text, until: clock.monotonic() + referenceTtlMillis });
    if (kept.size > maxReferences) forgetOldest();
    const lastFour = lastFourOf(text);
    return lastFour === undefined ? { ref } : { ref, last_four: lastFour };
  };

  const find = (ref: string, windowId: string): Kept => {
    const found = kept.get(ref);
    if (found === undefined || found.windowId !== windowId) throw fail('secret-expired');
    if (!held.has(ref) && clock.monotonic() > found.until) throw fail('secret-expired');
    return found;
  };
  const readOf = (ref: string, { windowId, connectionId, destination }: SecretOwner): string => {
    const found = find(ref, windowId);
    const isGuarded = found.assertRevealed !== undefined;
    if (isGuarded || found.connectionId !== connectionId || found.destination !== destination) throw fail('secret-expired');
    return found.text;
  };

  return {
    read: (ref, windowId) => find(ref, windowId).text,
    readOf,
    async reveal(ref, caller) {
      await find(ref, caller.windowId).assertRevealed?.(caller);
      return find(ref, caller.windowId).text;
    },
    connectionOf: (ref, windowId) => find(ref, windowId).connectionId,
    hold(ref, windowId) {
      find(ref, windowId);
      held.add(ref);
      const oldest = held.keys().next().value;
      if (held.size > maxHeld && oldest !== undefined) held.delete(oldest);
    },
    release(ref, windowId) {
      if (kept.get(ref)?.windowId === windowId) held.delete(ref);
    },
    replaceSecrets: (value, paths, owner) => replaceAll(value, paths, (leaf) => (typeof leaf === 'string' ? keep(leaf, owner) : leaf)),
    restore: (value, paths, owner) => replaceAll(value, paths, (leaf) => (isReference(leaf) ? readOf(leaf.ref, owner) : leaf)),
    forgetWindow: (windowId) => forgetIf((known) => known.windowId === windowId),
    keepConnections: (connectionIds) => forgetIf((known) => !connectionIds.includes(known.connectionId)),
  };
}

/** Returns a copy of `value` without the texts at `paths`. */
export function hideSecrets<T>(value: T, paths: readonly string[]): T {
  return replaceAll(value, paths, (leaf) => (typeof leaf === 'string' ? redacted : leaf));
}

function isReference(value: unknown): value is SecretReference {
  return typeof value === 'object' && value !== null && typeof (value as { ref?: unknown }).ref === 'string';
}

function replaceAll<T>(value: T, paths: readonly string[], change: (leaf: unknown) => unknown): T {
  return paths.reduce((whole, path) => replaceAt(whole, path.split('.'), change), value as unknown) as T;
}

/** `*` matches every element of a list. A path that doesn't exist in the value changes nothing. */
function replaceAt(value: unknown, [step, ...rest]: readonly string[], change: (leaf: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (step === '*') return Array.isArray(value) ? value.map((item) => replaceAt(item, rest, change)) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: replaceAt((value as Record<string, unknown>)[step], rest, change) };
}
