/** Connections through an HTTP proxy (RFC 9110 section 9.3.6), or a SOCKS 5 proxy (RFC 1928 and 1929). */
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { SocksClient, type SocksClientOptions } from 'socks';
import { type AppError, fail } from '#contract/errors.ts';
import type { ProxyCredentials, ProxyServer } from '../../ports/network-plan';
import { bareCause } from '../shared-transport';
import { bareHost } from './bypass';
import { isSocks, proxyPort } from './proxy-server';

export interface TunnelTarget {
  /** An IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

export interface TunnelOptions {
  /** Milliseconds. */
  readonly timeout: number;
  /** The certificates that are trusted for a proxy with `https:`. */
  readonly secureContext: SecureContext | undefined;
}

/**
 * Resolves to a socket that a proxy connected to the target. Rejects with `proxy-unreachable`, `proxy-sign-in`, or `proxy-refused`, with the
 * status of an HTTP proxy, or as the proxy's sign-in does.
 */
export async function openTunnel(server: ProxyServer, target: TunnelTarget, options: TunnelOptions): Promise<Socket> {
  const credentials = (await server.signIn?.()) ?? null;
  return isSocks(server) ? openSocks(server, target, options, credentials) : openHttp(server, target, options, credentials);
}

/** The proxy looks up the target's name. */
async function openSocks(
  server: ProxyServer,
  destination: TunnelTarget,
  { timeout }: TunnelOptions,
  credentials: ProxyCredentials | null,
): Promise<Socket> {
  const signIn = credentials === null ? {} : { userId: credentials.username, password: credentials.password };
  const proxy: SocksClientOptions['proxy'] = { host: bareHost(new URL(server.url)), port: proxyPort(server), type: 5, ...signIn };
  try {
    const { socket } = await SocksClient.createConnection({ proxy, command: 'connect', destination, timeout });
    return socket;
  } catch (thrown) {
    // The library's error contains the options, and so the password.
    throw fail(socksFailure(thrown instanceof Error ? thrown.message : ''));
  }
}

function socksFailure(message: string): 'proxy-sign-in' | 'proxy-refused' | 'proxy-unreachable' {
  if (/no accepted authentication type|authentication failed/i.test(message)) return 'proxy-sign-in';
  return /rejected connection/i.test(message) ? 'proxy-refused' : 'proxy-unreachable';
}

function openHttp(
  server: ProxyServer,
  { host, port }: TunnelTarget,
  { timeout, secureContext }: TunnelOptions,
  credentials: ProxyCredentials | null,
): Promise<Socket> {
  const url = new URL(server.url);
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const isSecure = url.protocol === 'https:';
  const options = {
    method: 'CONNECT',
    host: bareHost(url),
    port: proxyPort(server),
    path: authority,
    agent: false,
    // Otherwise Node expects the certificate of the host in the `host` header.
    servername: isIP(bareHost(url)) === 0 ? bareHost(url) : '',
    headers: { host: authority, ...(credentials && { 'proxy-authorization': basicAuthorization(credentials) }) },
    ...(isSecure && secureContext !== undefined ? { secureContext } : {}),
  };
  return new Promise((resolve, reject) => {
    const asking = (isSecure ? overHttps : overHttp)(options);
    const late = setTimeout(() => asking.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), timeout);
    const settle = (end: () => void) => {
      clearTimeout(late);
      end();
    };
    asking.on('connect', (answer, socket: Socket, head) => {
      settle(() => {
        const refusal = refusalOf(answer);
        if (refusal === null) {
          if (head.length > 0) socket.unshift(head);
          return resolve(socket);
        }
        socket.on('error', () => undefined).destroy();
        reject(refusal);
      });
    });
    asking.on('error', (thrown) => settle(() => reject(fail('proxy-unreachable', {}, bareCause(thrown)))));
    asking.end();
  });
}

/** RFC 7617. */
function basicAuthorization({ username, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function refusalOf({ statusCode: status = 0 }: IncomingMessage): AppError | null {
  if (status >= 200 && status < 300) return null;
  return status === 407 ? fail('proxy-sign-in', { status }) : fail('proxy-refused', { status });
}
