/** One port on both of this machine's loopback addresses: a browser may resolve `localhost` to either. */
import type { AddressInfo, Server } from 'node:net';
import type { ConnectionGate } from './connection-gate';

export interface LoopbackListener {
  readonly port: number;
  /** Resolves when nothing listens and every socket that was not released is closed. */
  close(): Promise<void>;
}

/** Number of times that the system may choose a port of which another program has one address. */
const freePortAttempts = 8;

/**
 * Listens on the first of these ports of which no other program has either address, and on 127.0.0.1 alone on a machine without IPv6.
 * Port 0 is one that the system chooses. Throws the system's error for the last port, such as `EADDRINUSE`, where none can be had.
 */
export async function listenOnLoopback(gate: ConnectionGate, ports: readonly number[]): Promise<LoopbackListener> {
  let failure: unknown;
  for (const port of ports.flatMap((port) => (port === 0 ? Array<number>(freePortAttempts).fill(0) : [port]))) {
    try {
      return await listenOnBoth(gate, port);
    } catch (thrown) {
      failure = thrown;
    }
  }
  throw failure;
}

async function listenOnBoth(gate: ConnectionGate, wanted: number): Promise<LoopbackListener> {
  const first = await listen(gate, '127.0.0.1', wanted);
  const { port } = first.address() as AddressInfo;
  const close = async (listeners: readonly Server[]) => {
    const closing = listeners.map((listener) => new Promise((resolve) => listener.close(resolve)));
    gate.destroyAll();
    await Promise.all(closing);
  };
  try {
    const second = await listen(gate, '::1', port);
    return { port, close: () => close([first, second]) };
  } catch (thrown) {
    if (isWithoutAddress(thrown)) return { port, close: () => close([first]) };
    await close([first]);
    throw thrown;
  }
}

function listen(gate: ConnectionGate, host: string, port: number): Promise<Server> {
  const listener = gate.createListener();
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, () => {
      listener.off('error', reject);
      resolve(listener);
    });
  });
}

/** IPv6 may be turned off on a machine: then no other program can have the address either. */
function isWithoutAddress(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException;
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}
