/** The app on a service that records the sessions of its users, and processes of one profile. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import type { SafetyLevel } from '#contract/bridge/safety.ts';
import { createClient } from '#contract/client.ts';
import type { Client } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { createApp } from '#main/app/app.ts';
import type { Ports, SecretStore, TransportRequest, TransportResponse } from '#main/ports/ports.ts';
import { createFakeClock, type FakeClock } from '../fake-clock';
import { claimsOf, type TokenRelease, tokenOf } from '../samples/access-token';
import { sampleUser } from '../samples/sample-user';
import { createServiceTransport, createTestPorts, knownError, response } from './test-ports';

export const user = { ...sampleUser, display_name: 'Alan Turing', primary_email: 'alan@bletchley.example' };

export interface RemoteSession {
  readonly id: string;
  readonly isImpersonation: boolean;
  readonly created: number;
  readonly token: string;
  readonly lifeMillis: number;
}

export type Mode = 'up' | 'lost-response' | 'unreachable' | 'server-key-refused';

/** Access tokens of a release, those without the claim of their session, and a text that is none. */
export type TokenForm = TokenRelease | 'without-id' | 'no token';

const projectId = '11111111-2222-4333-8444-555555555555';

function accessOf(form: TokenForm, sessionId: string, now: number): string {
  const issuedAt = Math.floor(now / 1000);
  const times = { issuedAt, expiresAt: issuedAt + 600 };
  if (form === 'no token') return form;
  if (form === 'without-id') return tokenOf({ sub: user.id, exp: times.expiresAt });
  return tokenOf(claimsOf(form, { origin: 'https://x.test', projectId, sessionId, ...times, user, restricted: null }));
}

/** Creates a service with one user. A test changes how it responds. */
export function createSessionService(clock: FakeClock, form: TokenForm = '2.8.4') {
  const sessions = new Map<string, RemoteSession>();
  let number = 0;
  const state = { mode: 'up' as Mode, form, hold: null as Promise<void> | null, asked: 0 };

  const create = (body: { readonly is_impersonation?: boolean; readonly expires_in_millis?: number }): TransportResponse => {
    number += 1;
    const id = `0000000${number}-0000-4000-8000-000000000000`;
    const token = `refresh${String(number).padStart(38, 'x')}`;
    const { is_impersonation: isImpersonation = false, expires_in_millis: lifeMillis = 0 } = body;
    sessions.set(id, { id, isImpersonation, created: clock.now(), token, lifeMillis });
    return response({ refresh_token: token, access_token: accessOf(state.form, id, clock.now()) });
  };
  const revoke = (id: string) => (sessions.delete(id) ? response({ success: true }) : response('Session not found.', { status: 404 }));
  const list = ({ headers }: TransportRequest) => {
    const shown = [...sessions.values()].filter((one) => headers['x-stack-access-type'] === 'admin' || !one.isImpersonation);
    const items = shown.map(({ id, isImpersonation, created }) => ({
      id,
      user_id: user.id,
      created_at: created,
      last_used_at: created,
      is_impersonation: isImpersonation,
      is_current_session: false,
    }));
    return response({ items, is_paginated: false });
  };
  const own = ({ headers }: TransportRequest) => [...sessions.values()].find(({ token }) => token === headers['x-stack-refresh-token']);

  const respond = async (request: TransportRequest): Promise<TransportResponse> => {
    if (state.mode === 'unreachable') throw fail('unreachable');
    const { method, headers } = request;
    const path = new URL(request.url).pathname.slice('/api/v1'.length);
    const called = `${method} ${path}`;
    if (called === 'POST /auth/sessions') {
      state.asked += 1;
      await state.hold;
      const created = create(JSON.parse(request.body ?? '{}'));
      if (state.mode === 'lost-response') throw fail('connection-lost');
      return created;
    }
    if (path.startsWith('/auth/sessions') && state.mode === 'lost-response') throw fail('connection-lost');
    if (headers['x-stack-secret-server-key'] && state.mode === 'server-key-refused') return knownError('INVALID_SECRET_SERVER_KEY', 401);
    if (called === 'DELETE /auth/sessions/current') {
      const session = own(request);
      return session ? revoke(session.id) : knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401);
    }
    if (called === 'GET /auth/sessions') return list(request);
    if (method === 'DELETE' && path.startsWith('/auth/sessions/')) return revoke(path.slice('/auth/sessions/'.length));
    if (called === `GET /users/${user.id}` || called === 'GET /users/me')
      return response({ ...user, primary_email_auth_enabled: true, server_metadata: null, last_active_at_millis: 0 });
    if (path.startsWith('/users/')) return knownError('USER_NOT_FOUND', 404);
    return response('404 this page does not exist', { status: 404 });
  };
  const answer = async (request: TransportRequest): Promise<TransportResponse> => {
    const { headers, ...rest } = await respond(request);
    return { ...rest, headers: { ...headers, date: new Date(clock.now()).toUTCString() } };
  };
  return Object.assign(state, { sessions, answer, ids: () => [...sessions.keys()] });
}

export type SessionService = ReturnType<typeof createSessionService>;

export interface ProcessOptions {
  readonly clock?: FakeClock;
  readonly ports?: Partial<Ports>;
}

/** Starts a process of a profile. The keychain and the service are shared. */
export async function startProcess(profile: string, secrets: SecretStore, service: SessionService, options: ProcessOptions = {}) {
  const { clock = createFakeClock({ hasteUpTo: 1_000 }), ports = {} } = options;
  let isDead = false;
  const transport = createServiceTransport(async (request) => {
    if (isDead) throw fail('unreachable');
    return service.answer(request);
  });
  // Different processes choose different IDs.
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
  const app = await createApp(createTestPorts(profile, { clock, secrets, transport, random, ...ports }));
  const caller = { windowId: 'w' };
  const wire = { call: (name: string, input: unknown) => app.dispatch(name, input, caller), on: () => () => undefined };
  const api = createClient<Client<Bridge>>(wire);
  return {
    app,
    api,
    clock,
    transport,
    accounts: async (): Promise<Account[]> => (await api.accounts.list({})).value,
    list: async (): Promise<Impersonation[]> => (await api.impersonations.list({})).value,
    /** From now on, no request of the process arrives. */
    kill: () => {
      isDead = true;
    },
  };
}

export type ProfileProcess = Awaited<ReturnType<typeof startProcess>>;

/** Adds a connection with these keys and returns its ID. */
export async function connect({ api }: ProfileProcess, keys: readonly ('server' | 'admin')[] = ['server'], safety: SafetyLevel = 'normal') {
  const endings = { server: `ssk_${'s'.repeat(45)}`, admin: `sak_${'a'.repeat(45)}` };
  const { id } = await api.connections.add({
    draft: {
      name: 'Engines',
      baseUrl: 'https://x.test',
      projectId,
      environment: 'development',
      safety,
      keys: Object.fromEntries(keys.map((kind) => [kind, endings[kind]])),
    },
  });
  return id;
}

/** Whether the process lists no impersonations and has no account of one. */
export const isEnded = async ({ list, accounts }: ProfileProcess) =>
  (await list()).length === 0 && (await accounts()).every(({ impersonationId }) => impersonationId === undefined);
