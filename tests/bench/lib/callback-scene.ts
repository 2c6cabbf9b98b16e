/** Sign-ins through a provider that stand right before the browser's way back to the app, at a service some way off. */
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Transport } from '#main/ports/ports.ts';
import { limits } from '#main/remote/send.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { targetOf } from '../../support/main/go-link';
import { createSystemBrowser } from '../../support/service/system-browser';
import { type Bridge, openBridge } from './bridge';
import { type OwnHost, startOwnHost } from './own-host';

export interface CallbackScene {
  readonly bridge: Bridge;
  readonly connectionId: string;
  readonly host: OwnHost;
  /** Goes through the page that the app had a browser open last; answers the address it leads back to. */
  wayBack(): Promise<string>;
  /** Goes through it as a client without an app; answers what makes the two calls that such a sign-in needs, and nothing else. */
  bareClient(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const opened = z.object({ connectionId: z.string() });
const sandbox = z.object({ value: z.object({ url: z.string() }) });
const tokens = z.object({ access_token: z.string() });
const isBack = (address: string) => new URL(address).pathname.endsWith('/oauth-callback');

/** Whom the provider says it is. */
export const person = 'returning@elsewhere.example';

/** Starts the app without an account. Each response of the service is delayed by that many milliseconds. */
export async function openCallbackScene(distance: number): Promise<CallbackScene> {
  const pages: string[] = [];
  const host = await startOwnHost({ transport: farTransport(distance), openUrl: async (link) => void pages.push(await targetOf(link)) });
  const bridge = await openBridge(new URL(host.newAddress()));
  const { connectionId } = opened.parse(await bridge.call('sandbox.open', {}));
  await bridge.call('accounts.signOutAll', { connectionId });
  const { url } = sandbox.parse(await bridge.call('sandbox.state', {})).value;
  const transport = farTransport(distance);
  const backFrom = async (page: string) => (await createSystemBrowser(isBack).allow(page, person)).url;
  return {
    bridge,
    connectionId,
    host,
    wayBack: () => backFrom(pages.at(-1) ?? ''),
    async bareClient() {
      const verifier = randomBytes(32).toString('base64url');
      const authorize = new URL(pages.at(-1) ?? '');
      authorize.searchParams.set('state', randomBytes(32).toString('base64url'));
      authorize.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
      const back = await backFrom(authorize.href);
      return () => twoCalls(transport, url, { asked: authorize.searchParams, back: new URL(back).searchParams, verifier });
    },
    async close() {
      bridge.close();
      await transport.close();
      await host.close();
    },
  };
}

/** The app's own transport to a service that is further away. */
function farTransport(distance: number): Transport {
  const inner = createUndiciTransport();
  const send: Transport['send'] = async (request) => {
    if (distance > 0) await pause(distance);
    return inner.send(request);
  };
  return { ...inner, send };
}

interface Exchange {
  readonly asked: URLSearchParams;
  readonly back: URLSearchParams;
  readonly verifier: string;
}

/** The exchange of the code and the read of the user. */
async function twoCalls({ send }: Transport, url: string, { asked, back, verifier }: Exchange): Promise<void> {
  const [project, key] = [asked.get('client_id') ?? '', asked.get('client_secret') ?? ''];
  const form = new URLSearchParams({ grant_type: 'authorization_code', code_verifier: verifier, client_id: project, client_secret: key });
  form.set('code', back.get('code') ?? '');
  form.set('redirect_uri', asked.get('redirect_uri') ?? '');
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const { status, bytes } = await send({ method, url: `${url}/api/v1${path}`, headers, ...(body ? { body } : {}), limits });
    const text = Buffer.from(bytes).toString('utf8');
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text) as unknown;
  };
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
  const { access_token: access } = tokens.parse(await ask('POST', '/auth/oauth/token', formHeaders, form.toString()));
  await ask('GET', '/users/me', {
    'x-stack-project-id': project,
    'x-stack-access-type': 'client',
    'x-stack-publishable-client-key': key,
    'x-stack-access-token': access,
  });
}

/** Opens an address as a browser's tab does, and does not wait for the page. */
export function visit(address: string): void {
  const { hostname, port, host, pathname, search } = new URL(address);
  const socket = connect(Number(port), hostname);
  const headers = [`host: ${host}`, 'sec-fetch-mode: navigate', 'sec-fetch-dest: document', 'connection: close'];
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  socket.on('error', () => undefined);
  socket.resume();
}
