/** A sandbox over real HTTP with the service's own client library, which records the called methods. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Official from '@stackframe/stack-shared';
import { expect } from 'vitest';
import { demoPassword } from '#sandbox/seed/seed-named-users.ts';
import { type Running, startSandbox } from '#sandbox/start.ts';
import { buildOfficialClient } from '../../bench/lib/official-client';

export type Session = ReturnType<Official.StackClientInterface['createSession']>;
type Tokens = { readonly accessToken: string; readonly refreshToken: string };

export interface ClientScene {
  readonly sandbox: Running;
  /** Of the demo project. */
  readonly client: Official.StackClientInterface;
  readonly server: Official.StackServerInterface;
  readonly admin: Official.StackAdminInterface;
  /** Of project `internal`. */
  readonly internal: Official.StackClientInterface;
  /** Returns the admin client of a project with its owner's session, without any key. */
  owned(projectId: string, owner: Session): Official.StackAdminInterface;
  /** Returns a session of the demo project; without tokens it is signed out. */
  session(tokens?: Tokens): Session;
  /** Signs in with a password. */
  signIn(email: string, password?: string): Promise<Session>;
  /** Creates a user with that name, a verified email address and the demo password. */
  newUser(name: string): Promise<{ readonly id: string; readonly email: string }>;
  /** Returns the code in the link of the newest email to an address. */
  mailedCode(to: string): Promise<string>;
  /** Every method of the library, such as `client.signOut`, by the interface that declares it. */
  readonly methods: ReadonlySet<string>;
  /** Methods that were called by tests. */
  readonly called: ReadonlySet<string>;
}

type Outcome<T> = { readonly status: 'ok'; readonly data: T } | { readonly status: 'error'; readonly error: unknown };

/** Resolves to the value of a method that returns some errors instead of throwing them. Throws such an error. */
export async function fine<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const answer = await outcome;
  if (answer.status === 'ok') return answer.data;
  throw answer.error;
}

/** Matches the library's error with that code. */
export const refusal = (errorCode: string) => expect.objectContaining({ errorCode });

/** Redirect URL of links in emails; localhost is trusted. */
export const callback = 'http://localhost:3000/handler';

/** Builds the library, starts the sandbox and connects the two. The caller closes `sandbox`. */
export async function clientScene(): Promise<ClientScene> {
  const official = await loadOfficial();
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    release: '2.8.4',
    seed: { kind: 'demo', users: 30 },
    keys: { internal: {}, demo: {} },
    onNotice: () => {},
  });
  const called = new Set<string>();
  const listening = <T extends object>(made: T): T => recorded(made, official, called);
  const base = { clientVersion: 'js @stackframe/stack@2.8.3', getBaseUrl: () => sandbox.url, extraRequestHeaders: {} };
  const { demo, internal } = sandbox.projects;
  const keys = {
    publishableClientKey: demo.publishable_client_key,
    secretServerKey: demo.secret_server_key,
    superSecretAdminKey: demo.super_secret_admin_key,
  };
  const client = new official.StackClientInterface({ ...base, projectId: demo.project_id, ...keys });
  const server = listening(new official.StackServerInterface({ ...base, projectId: demo.project_id, ...keys }));
  const session: ClientScene['session'] = (tokens) => client.createSession(tokens ?? { refreshToken: null });
  return {
    sandbox,
    client: listening(client),
    server,
    admin: listening(new official.StackAdminInterface({ ...base, projectId: demo.project_id, ...keys })),
    internal: listening(
      new official.StackClientInterface({ ...base, projectId: 'internal', publishableClientKey: internal.publishable_client_key }),
    ),
    owned: (projectId, owner) => listening(new official.StackAdminInterface({ ...base, projectId, projectOwnerSession: owner })),
    session,
    signIn: async (email, password = demoPassword) => session(await fine(client.signInWithCredential(email, password, session()))),
    async newUser(name) {
      const email = `${name}@official.example`;
      const flags = { primary_email_auth_enabled: true, primary_email_verified: true };
      const { id } = await server.createServerUser({ display_name: name, primary_email: email, ...flags, password: demoPassword });
      return { id, email };
    },
    async mailedCode(to) {
      const answer = await fetch(`${sandbox.url}/sandbox/mailbox?limit=1&to=${encodeURIComponent(to)}`);
      const { items } = (await answer.json()) as { items: { text: string }[] };
      return /code=([0-9a-z]{45})/.exec(items[0]?.text ?? '')?.[1] ?? '';
    },
    methods: new Set(interfacesOf(official).flatMap(({ name, own }) => own.map((method) => `${name}.${method}`))),
    called,
  };
}

async function loadOfficial(): Promise<typeof Official> {
  const folder = await mkdtemp(join(tmpdir(), 'official-client-'));
  try {
    const file = join(folder, 'client.mjs');
    await buildOfficialClient(file);
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function interfacesOf(official: typeof Official): { readonly name: string; readonly own: readonly string[] }[] {
  const declared = { client: official.StackClientInterface, server: official.StackServerInterface, admin: official.StackAdminInterface };
  return Object.entries(declared).map(([name, { prototype }]) => ({
    name,
    own: Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([method, { value }]) =>
      typeof value === 'function' && method !== 'constructor' ? [method] : [],
    ),
  }));
}

/** Records the methods that are called through it, but not their calls of each other. */
function recorded<T extends object>(made: T, official: typeof Official, called: Set<string>): T {
  const interfaces = interfacesOf(official).filter(({ own }) => own.length > 0 && own.every((method) => method in made));
  return new Proxy(made, {
    get(_target, method) {
      const value: unknown = Reflect.get(made, method, made);
      if (typeof method !== 'string' || typeof value !== 'function') return value;
      // A method that a later interface declares again counts for that interface.
      const declaring = interfaces.findLast(({ own }) => own.includes(method));
      return (...args: unknown[]) => {
        called.add(`${declaring?.name}.${method}`);
        return Reflect.apply(value, made, args);
      };
    },
  });
}
