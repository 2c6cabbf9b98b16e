/** The old values of writes: what the read of a write's rule responded right before it, or responds to one more request. */
import type { Endpoint, Variant } from '#contract/definitions.ts';
import { fieldOf, fieldsOf } from '#contract/journal/changed-fields.ts';
import { catalog } from '#contract/service/index.ts';
import type { CancelSignal, Clock, TransportResponse } from '../ports/ports';
import type { WriteOrigin } from '../ports/write-recorder';
import { Canceler, type CancelSignals, combineSignals } from './cancellation';
import type { EndpointInput } from './request';

/** The part of a call that decides which responses are the same: whose credentials it has, and for what it asks. */
export interface KeyedCall {
  readonly endpoint: Endpoint;
  readonly variant: Variant;
  readonly target: { readonly destination?: string };
  readonly input: EndpointInput;
}

interface OldValueOptions<Session> {
  readonly session?: Session;
  readonly signal?: CancelSignal | undefined;
  readonly once?: boolean;
  readonly assertAllowed?: () => void;
  readonly keepUnknown?: boolean;
  readonly check?: (response: TransportResponse) => Promise<void>;
  readonly origin?: WriteOrigin;
}

/** A write, with what reading its old value needs. */
interface WriteToRead<Session> {
  readonly options: OldValueOptions<Session>;
  readonly stop: CancelSignals;
  /** Sends the read at the write's target. */
  readonly read: (endpoint: Endpoint, variant: Variant, input: EndpointInput, options: OldValueOptions<Session>) => Promise<unknown>;
}

export interface OldValues {
  /** Notes that a read starts. The returned function keeps its response, unless something was written at its service in the meantime. */
  reading(call: KeyedCall, options: OldValueOptions<unknown>): (value: unknown) => void;
  /**
   * Resolves to the response of the read that has the old value of a write: a kept one, or that of one request with the same credentials, which is
   * neither repeated nor waited for longer than 5 seconds. Undefined if there is no such read, or it failed. Never rejects.
   */
  of<Session>(write: KeyedCall, to: WriteToRead<Session>): Promise<unknown>;
  /** Drops what was read at a service and project, or everything. Responses that are still to come aren't kept either. */
  forget(destination?: string): void;
}

/** Milliseconds for which a response counts as read right before a write. */
const keptMillis = 5_000;
const maxKept = 20;
/** Maximum milliseconds for which a write waits for its old value. */
const readMillis = 5_000;

/** The reads that have old values. */
const readsByName: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(catalog).flatMap(([group, endpoints]) =>
    Object.entries(endpoints as Readonly<Record<string, Endpoint>>)
      .filter(([, { effect }]) => effect === 'read')
      .map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
  ),
);
const namesOfReads: ReadonlyMap<Endpoint, string> = new Map(
  Object.values(catalog).flatMap((endpoints) =>
    Object.values(endpoints as Readonly<Record<string, Endpoint>>).flatMap((write) => {
      const name = readNameOf(write);
      const read = name === null ? undefined : readsByName.get(name);
      return name === null || read === undefined ? [] : [[read, name] as const];
    }),
  ),
);

/** Returns the read that has the old value of a write; undefined without one. */
export function oldValueReadOf(write: Endpoint): Endpoint | undefined {
  return readsByName.get(readNameOf(write) ?? '');
}

function readNameOf({ journal }: Endpoint): string | null {
  return journal !== undefined && 'before' in journal ? journal.before : null;
}

interface Kept {
  readonly destination: string;
  readonly value: unknown;
  readonly until: number;
}

/** Creates the memory, which is empty. */
export function createOldValues(clock: Pick<Clock, 'monotonic' | 'after'>): OldValues {
  const kept = new Map<string, Kept>();
  const revisions = new Map<string, number>();
  let revision = 0;
  let stopWaiting: (() => void) | null = null;
  /** Deletes what is too old, now and when the next one will be. */
  const tidy = () => {
    for (const [key, { until }] of kept) if (until <= clock.monotonic() || kept.size > maxKept) kept.delete(key);
    stopWaiting?.();
    const [next] = kept.values();
    stopWaiting = next === undefined ? null : clock.after(Math.max(1, next.until - clock.monotonic()), tidy);
  };
  const revisionOf = (destination: string) => `${revision} ${revisions.get(destination) ?? 0}`;
  return {
    reading(call, options) {
      const { destination } = call.target;
      const key = options.keepUnknown || options.check !== undefined ? null : keyOf(call, options);
      if (key === null || destination === undefined) return () => undefined;
      const before = revisionOf(destination);
      return (value) => {
        if (revisionOf(destination) !== before) return;
        kept.delete(key);
        kept.set(key, { destination, value, until: clock.monotonic() + keptMillis });
        tidy();
      };
    },
    async of(write, { options, stop, read }) {
      const known = options.origin?.before;
      const found = known === undefined && write.target.destination !== undefined ? readOf(write) : null;
      if (found === null) return known;
      tidy();
      const key = keyOf({ ...found, target: write.target }, options);
      const recent = key === null ? undefined : kept.get(key);
      if (recent !== undefined) return recent.value;
      const late = new Canceler();
      const cancel = clock.after(readMillis, () => late.cancel());
      const signals = combineSignals(stop.signal, undefined, late);
      const { session, assertAllowed, origin } = options;
      const own = { once: true, signal: signals.signal, ...(session && { session }), ...(assertAllowed && { assertAllowed }) };
      try {
        // What is no longer allowed reads nothing either.
        assertAllowed?.();
        return await read(found.endpoint, found.variant, found.input, { ...own, ...(origin && { origin }) });
      } catch {
        return undefined;
      } finally {
        cancel();
        signals.release?.();
      }
    },
    forget(destination) {
      if (destination === undefined) {
        revision += 1;
        revisions.clear();
      } else revisions.set(destination, (revisions.get(destination) ?? 0) + 1);
      for (const [key, each] of kept) if (destination === undefined || each.destination === destination) kept.delete(key);
      tidy();
    },
  };
}

/** Returns what a response is kept under; null if it has no old value, or it isn't known whose it is. */
function keyOf({ endpoint, variant, target, input }: KeyedCall, { session, origin }: OldValueOptions<unknown>): string | null {
  const name = namesOfReads.get(endpoint);
  const account = session === undefined ? '' : origin?.accountId;
  if (name === undefined || account === undefined || origin?.connectionId === undefined) return null;
  const { params, query, body } = input;
  const asked = [params, query, body].map((part) =>
    Object.entries(fieldsOf(part))
      .filter(([, value]) => value !== undefined)
      .toSorted(),
  );
  return JSON.stringify([target.destination, origin.connectionId, account, name, variant.access, asked]);
}

/** Returns the read that has the old value of a write, for the same actor; null without one. Its input has the write's values of the same names. */
export function readOf({ endpoint: write, variant, input }: Pick<KeyedCall, 'endpoint' | 'variant' | 'input'>) {
  const endpoint = oldValueReadOf(write);
  const actor = Object.entries(write.actors).find(([, each]) => each === variant)?.[0];
  const reading = Object.entries(endpoint?.actors ?? {}).find(([name]) => name === actor)?.[1];
  if (endpoint === undefined || reading === undefined) return null;
  const parts = [input.params, input.query, input.body].map(fieldsOf);
  const part = (schema: Variant['query']) => {
    const names = Object.keys((schema as undefined | { readonly shape?: object })?.shape ?? {});
    const values = names.map((name) => [name, parts.map((each) => fieldOf(each, name)).find((value) => value !== undefined)] as const);
    return schema?.safeParse(Object.fromEntries(values.filter(([, value]) => value !== undefined)));
  };
  const [params, query] = [part(endpoint.params), part(reading.query)];
  if (params?.success === false || query?.success === false || reading.body !== undefined) return null;
  return {
    endpoint,
    variant: reading,
    input: { ...(params && { params: params.data }), ...(query && { query: query.data }) } as EndpointInput,
  };
}
