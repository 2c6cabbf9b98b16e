/** Secrets a window must not hold: replaced by references on the way out, put back on the way in. */
import { fail } from '../../contract/errors';
import type { SecretReference } from '../../contract/service/models/secret';
import type { Clock } from '../ports';

export interface SecretReferences {
  /** A copy of `value` whose texts at `paths` are references of that window. Absent and null ones stay as they are. */
  withhold<T>(value: T, paths: readonly string[], windowId: string): T;
  /** A copy of `value` whose references at `paths` are the texts again; `secret-expired` for one that is unknown or another window's. */
  restore<T>(value: T, paths: readonly string[], windowId: string): T;
  /** The text behind a reference; `secret-expired` as above. */
  read(ref: string, windowId: string): string;
  /** Forgets what a window holds, once it is gone. */
  forgetWindow(windowId: string): void;
}

/** Milliseconds a reference lives. */
export const referenceTtlMillis = 15 * 60_000;
/** References kept at most; the oldest go first. */
const maxReferences = 10_000;
/** Only longer values show their end: four of a short one would say too much. */
const minLengthForLastFour = 20;

interface Kept {
  readonly text: string;
  readonly windowId: string;
  readonly until: number;
}

/** Creates a secretReferences in memory; `newRef` gives texts that cannot be guessed. */
export function createSecretReferences(clock: Pick<Clock, 'monotonic'>, newRef: () => string): SecretReferences {
  const kept = new Map<string, Kept>();

  const keep = (text: string, windowId: string): SecretReference => {
    const ref = newRef();
    kept.set(ref, { text, windowId, until: clock.monotonic() + referenceTtlMillis });
    const oldest = kept.keys().next().value;
    if (kept.size > maxReferences && oldest !== undefined) kept.delete(oldest);
    return text.length >= minLengthForLastFour ? { withheld: ref, last_four: text.slice(-4) } : { withheld: ref };
  };

  const read = (ref: string, windowId: string): string => {
    const found = kept.get(ref);
    if (found === undefined || found.windowId !== windowId || clock.monotonic() > found.until) throw fail('secret-expired');
    return found.text;
  };

  return {
    read,
    withhold: (value, paths, windowId) => replaceAll(value, paths, (leaf) => (typeof leaf === 'string' ? keep(leaf, windowId) : leaf)),
    restore: (value, paths, windowId) => replaceAll(value, paths, (leaf) => (isWithheld(leaf) ? read(leaf.withheld, windowId) : leaf)),
    forgetWindow(windowId) {
      for (const [ref, { windowId: owner }] of kept) if (owner === windowId) kept.delete(ref);
    },
  };
}

function isWithheld(value: unknown): value is SecretReference {
  return typeof value === 'object' && value !== null && typeof (value as { withheld?: unknown }).withheld === 'string';
}

function replaceAll<T>(value: T, paths: readonly string[], change: (leaf: unknown) => unknown): T {
  return paths.reduce((whole, path) => replaceAt(whole, path.split('.'), change), value as unknown) as T;
}

/** `*` stands for every element of a list. What a path does not find stays untouched. */
function replaceAt(value: unknown, [step, ...rest]: readonly string[], change: (leaf: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (step === '*') return Array.isArray(value) ? value.map((item) => replaceAt(item, rest, change)) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: replaceAt((value as Record<string, unknown>)[step], rest, change) };
}
