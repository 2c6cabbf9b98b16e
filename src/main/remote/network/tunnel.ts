/** Connections through an HTTP proxy (RFC 9110 section 9.3.6). */
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { type AppError, fail } from '#contract/errors.ts';
import type { ProxyServer } from '../../ports/network-plan';
import { bareCause } from '../shared-transport';
import { bareHost } from './bypass';
import { proxyPort } from './proxy-server';

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
 * Resolves to a socket that a proxy connected to the target. Rejects with `proxy-unreachable`, `proxy-sign-in`, or `proxy-refused` with the
 * proxy's status.
 */
export function openTunnel(server: ProxyServer, { host, port }: TunnelTarget, { timeout, secureContext }: TunnelOptions): Promise<Socket> {
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
    headers: { host: authority, ...(server.authorization === undefined ? {} : { 'proxy-authorization': server.authorization }) },
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

function refusalOf({ statusCode: status = 0 }: IncomingMessage): AppError | null {
  if (status >= 200 && status < 300) return null;
  return status === 407 ? fail('proxy-sign-in', { status }) : fail('proxy-refused', { status });
}
