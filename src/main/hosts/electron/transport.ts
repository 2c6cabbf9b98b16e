/** The transport in Electron: Chromium's network stack, which uses the system's proxy and certificates, in a separate session. */
import { type ClientRequestConstructorOptions, net, session } from 'electron';
import { fail } from '../../../contract/errors';
import type { Clock, Transport, TransportRequest } from '../../ports';
import { bareCause } from '../../remote/shared-transport';
import { exchange } from './net-exchange';

/** Creates the transport. Must run after the app is ready. Its in-memory session stores no cookies and no responses. */
export function createElectronTransport(clock: Clock): Transport {
  const own = session.fromPartition('latchkey-service', { cache: false });
  return {
    send: async (request) => exchange(start({ ...options(request), session: own }), request, clock),
    close: () => own.closeAllConnections(),
  };
}

function options({ method, url, headers }: TransportRequest): ClientRequestConstructorOptions {
  return {
    method,
    url,
    // By default, Chromium requests compressed bodies and decompresses them before their size is known.
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    // By default, Electron sends requests with the lowest priority.
    priority: 'medium',
    referrerPolicy: 'no-referrer',
  };
}

/** Creates the request. Throws `bad-input` for a header or a URL that Electron rejects, because the user typed it. */
function start(requestOptions: ClientRequestConstructorOptions): Electron.ClientRequest {
  try {
    return net.request(requestOptions);
  } catch (cause) {
    throw fail('bad-input', {}, bareCause(cause));
  }
}
