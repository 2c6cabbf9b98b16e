/** The main process's dispatcher of the bridge: validates the inputs and outputs of all calls. */
import type { z } from 'zod';
import { serviceInput } from './bridge/service';
import type { Actor, Catalog, Contract, Endpoint, Schema, Snapshot } from './definitions';
import { type ErrorReport, fail, type Reply, toReport } from './errors';
import type { SnapshotChoice } from './journal/snapshot-choice';

/** A call of an endpoint for a renderer, with input that is already parsed. */
export interface ServiceCall {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly actor: Actor;
  readonly connectionId: string;
  readonly accountId?: string | undefined;
  /** Whether the response has all that the service sent, except secrets. */
  readonly raw?: boolean | undefined;
  /** Whether a snapshot is kept of what the call deletes; by the setting if it is absent. */
  readonly snapshot?: SnapshotChoice | undefined;
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
}

type ServiceTarget = Pick<ServiceCall, 'connectionId' | 'accountId' | 'raw' | 'snapshot'>;

type Run<Caller> = (input: unknown, caller: Caller) => Promise<unknown>;

export interface DispatcherParts<Caller> {
  readonly contract: Contract;
  readonly handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The topics of the contract, by their names. */
  readonly topics: Readonly<Record<string, { get(): Snapshot<unknown> }>>;
  readonly catalog: Catalog;
  /** Calls an endpoint and resolves to its parsed response. */
  readonly callService: (call: ServiceCall, caller: Caller) => Promise<unknown>;
  /** Receives every failure, for the log. */
  readonly onFault: (name: string, report: ErrorReport, thrown: unknown) => void;
}

/**
 * Creates the dispatcher of named calls: parses the input, runs the handler, parses its output. Never rejects: failures, including
 * unknown names, are returned as coded replies.
 */
export function createDispatcher<Caller>(
  parts: DispatcherParts<Caller>,
): (name: unknown, input: unknown, caller: Caller) => Promise<Reply> {
  const table = new Map<string, Run<Caller>>([...bridgeCalls(parts), ...serviceCalls(parts)]);
  return async (name, input, caller) => {
    try {
      const run = typeof name === 'string' ? table.get(name) : undefined;
      if (run === undefined) throw fail('unknown-call');
      return { ok: true, value: await run(input, caller) };
    } catch (thrown) {
      const report = toReport(thrown);
      parts.onFault(typeof name === 'string' && table.has(name) ? name : '(unknown)', report, thrown);
      return { ok: false, error: report };
    }
  };
}

function* bridgeCalls<Caller>({ contract, handlers, topics }: DispatcherParts<Caller>): Generator<[string, Run<Caller>]> {
  for (const [group, entries] of Object.entries(contract)) {
    for (const [name, entry] of Object.entries(entries)) {
      if (entry.kind === 'event') continue;
      const path = `${group}.${name}`;
      const readTopic: Run<Caller> = async () => topics[path]?.get();
      const handler = entry.kind === 'topic' ? readTopic : (handlers[group]?.[name] as Run<Caller>);
      yield [path, async (input, caller) => parseOutput(entry.output, await handler(parseInput(entry.input, input), caller))];
    }
  }
}

function* serviceCalls<Caller>({ catalog, callService }: DispatcherParts<Caller>): Generator<[string, Run<Caller>]> {
  for (const [group, endpoints] of Object.entries(catalog)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      if (!endpoint.offered) continue;
      const schemas = serviceInput(endpoint);
      yield [
        `service.${group}.${name}`,
        async (input, caller) => {
          const actor = Object.keys(endpoint.actors).find((known) => known === actorOf(input)) as Actor | undefined;
          if (actor === undefined) throw fail('bad-input', { path: 'actor' });
          const { connectionId, accountId, raw, snapshot, ...rest } = parseInput(schemas[actor], input) as ServiceTarget;
          return callService({ name: `${group}.${name}`, endpoint, actor, connectionId, accountId, raw, snapshot, input: rest }, caller);
        },
      ];
    }
  }
}

function actorOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, 'actor') ? (input as { actor: unknown }).actor : undefined;
}

function parseInput<S extends Schema>(schema: S, input: unknown): z.output<S> {
  const found = readAs(schema, input);
  if (found.ok) return found.value;
  throw fail('bad-input', { path: found.path }, found.cause);
}

function parseOutput<S extends Schema>(schema: S, output: unknown): z.output<S> {
  const found = readAs(schema, output);
  if (found.ok) return found.value;
  throw fail('internal', { path: found.path }, found.cause);
}

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly path: string; readonly cause: unknown };

/** Stops at the first violation, because each takes zod microseconds and a kilobyte, and a value may have millions. */
const firstViolation: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/**
 * Validates a value against a schema. `path` is the path of the first violation, as `body.email`, and empty for the value as a
 * whole. A value nested so deeply that validating it exhausts the stack is invalid.
 */
export function readAs<S extends Schema>(schema: S, value: unknown): Read<z.output<S>> {
  try {
    const parsed = schema.safeParse(value, firstViolation);
    if (parsed.success) return { ok: true, value: parsed.data };
    return { ok: false, path: parsed.error.issues[0]?.path.map(String).join('.') ?? '', cause: parsed.error };
  } catch (cause) {
    if (cause instanceof RangeError) return { ok: false, path: '', cause };
    throw cause;
  }
}
