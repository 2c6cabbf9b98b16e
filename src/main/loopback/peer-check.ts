/** Whether the other end of a loopback connection belongs to the user who runs Latchkey. */
import type { Clock, PeerCheck } from '../ports';
import { type AcceptedSocket, findPeerOwner, readSocketTable, type SocketOwner, type TableName, tablesOf } from './socket-table';

export interface PeerCheckDeps {
  /** The user who runs Latchkey. */
  readonly uid: number;
  readonly readTable: (name: TableName) => Promise<string>;
  readonly clock: Pick<Clock, 'after'>;
}

/** Milliseconds before each further look for a socket that is not listed, or listed as closed. */
const retryMillis = [5, 20, 50];

/**
 * Creates the check of a host. Only Linux tells who owns a socket: elsewhere, and where other users are allowed, every connection
 * is served.
 */
export function createHostPeerCheck(allowOtherUsers: boolean, clock: Pick<Clock, 'after'>): PeerCheck {
  const uid = process.getuid?.();
  if (allowOtherUsers || process.platform !== 'linux' || uid === undefined) return async () => true;
  return createPeerCheck({ uid, readTable: readSocketTable, clock });
}

/**
 * Creates a check that looks connections up in the kernel's tables: the peer's socket must be open and belong to `uid` or to root,
 * who can read everything anyway and whose relays serve others (as those of WSL). A peer that cannot be found is refused.
 */
export function createPeerCheck({ uid, readTable, clock }: PeerCheckDeps): PeerCheck {
  const reads = { tcp: shareReads(() => readTable('tcp')), tcp6: shareReads(() => readTable('tcp6')) };
  const pause = (millis: number) => new Promise<void>((resolve) => void clock.after(millis, resolve));
  const lookUp = async (socket: AcceptedSocket): Promise<SocketOwner | null> => {
    for (const name of tablesOf(socket)) {
      const owner = findPeerOwner(await reads[name](), socket);
      if (owner !== null) return owner.inode === 0 ? null : owner;
    }
    return null;
  };
  return async (socket) => {
    try {
      let owner = await lookUp(socket);
      // The kernel lists sockets while they come and go, so that one may be passed over.
      for (const millis of retryMillis) {
        if (owner !== null) break;
        await pause(millis);
        owner = await lookUp(socket);
      }
      return owner !== null && (owner.uid === uid || owner.uid === 0);
    } catch {
      return false;
    }
  };
}

/** Shares reads among concurrent callers. Each caller gets what a read returned that began after its call. */
function shareReads(read: () => Promise<string>): () => Promise<string> {
  let current: Promise<string> | null = null;
  let next: Promise<string> | null = null;
  const begin = () => {
    next = null;
    const reading = read().finally(() => {
      if (current === reading) current = null;
    });
    current = reading;
    return reading;
  };
  return () => {
    if (current === null) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
}
