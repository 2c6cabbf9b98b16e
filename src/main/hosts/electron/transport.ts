/** The product's transport: Chromium's network stack, for the system's proxy and certificates, apart from the page's session. */
import { type ClientRequestConstructorOptions, net, session } from 'electron';
import { fail } from '../../../contract/errors';
import type { Clock, Transport, TransportRequest } from '../../ports';
import { bareCause } from '../../remote/shared-transport';
import { exchange } from './net-exchange';

/** Creates it once the program is ready. Its session lives in memory and keeps neither cookies nor answers. */
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
    // Chromium would ask for packed bodies by itself, and unpack them before their size is known.
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    // Left to itself, Electron sends when nothing else is to do.
    priority: 'medium',
    referrerPolicy: 'no-referrer',
  };
}

/** A header or an address that Electron refuses was typed by a person. */
function start(given: ClientRequestConstructorOptions): Electron.ClientRequest {
  try {
    return net.request(given);
  } catch (cause) {
    throw fail('bad-input', {}, bareCause(cause));
  }
}
