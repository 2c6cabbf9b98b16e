/** Listens on both loopback addresses, because a browser may resolve `localhost` to either. */
import type { AddressInfo, Server } from 'node:net';
import type { ConnectionGate } from './connection-gate';

export interface LoopbackListener {
  readonly port: number;
  /** Resolves when the listeners and all sockets that were not released are closed. */
  close(): Promise<void>;
}

/** Maximum number of tries with a port that the system chooses, in case another program uses it on one of the addresses. */
const freePortAttempts = 8;

/**
 * Listens on the first port that is free on both addresses; on a machine without IPv6 only on 127.0.0.1. For port 0 the system
 * chooses one. Throws the system's error for the last port, such as `EADDRINUSE`, when none is free.
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

async function listenOnBoth(gate: ConnectionGate, requestedPort: number): Promise<LoopbackListener> {
  const first = await listen(gate, '127.0.0.1', requestedPort);
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

/** Whether the error means that IPv6 is turned off. Then no other program can use the address either. */
function isWithoutAddress(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException;
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}
