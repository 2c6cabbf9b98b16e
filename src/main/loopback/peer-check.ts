/** Whether the other end of a loopback connection belongs to the user who runs Latchkey. */
import type { AcceptedSocket, Clock, PeerCheck } from '../ports/ports';
import { peerSearch, type ReadTable, readSocketTable, type SocketOwner, tablesOf } from './socket-table';

export interface PeerCheckDeps {
  /** The user who runs Latchkey. */
  readonly uid: number;
  readonly readTable: ReadTable;
  readonly clock: Pick<Clock, 'after'>;
}

/** Delays (ms) before each retry for a socket that is not listed, or listed as closed. */
const retryMillis = [5, 20, 50];

/**
 * Creates the check of a host. Accepts every connection if other users are allowed, and on systems other than Linux, which don't
 * report the owner of a socket.
 */
export function createHostPeerCheck(allowOtherUsers: boolean, clock: Pick<Clock, 'after'>): PeerCheck {
  const uid = process.getuid?.();
  if (allowOtherUsers || process.platform !== 'linux' || uid === undefined) return async () => true;
  return createPeerCheck({ uid, readTable: readSocketTable, clock });
}

/**
 * Creates a check that looks up connections in the kernel's tables. The peer's socket must be open and belong to `uid` or to root,
 * which can read everything anyway and runs relays, such as those of WSL. A peer that is not listed is refused.
 */
export function createPeerCheck({ uid, readTable, clock }: PeerCheckDeps): PeerCheck {
  const reads = {
    tcp: shareReads((hasEnough) => readTable('tcp', hasEnough)),
    tcp6: shareReads((hasEnough) => readTable('tcp6', hasEnough)),
  };
  const pause = (millis: number) => new Promise<void>((resolve) => void clock.after(millis, resolve));
  const lookUp = async (socket: AcceptedSocket): Promise<SocketOwner | null> => {
    const search = peerSearch(socket);
    for (const name of tablesOf(socket)) {
      const owner = search(await reads[name]((rows) => search(rows) !== null));
      if (owner !== null) return owner.inode === 0 ? null : owner;
    }
    return null;
  };
  return async (socket) => {
    try {
      let owner = await lookUp(socket);
      // The table may lack an open socket, because sockets are opened and closed while the kernel lists them.
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

/** Whether a caller has found what it wants in a part of a table. */
type Match = (rows: string) => boolean;

/** Shares reads among concurrent callers. Each caller gets a read that started after its call, and that ended when all had a match, or whole. */
function shareReads(read: (hasEnough: Match) => Promise<string>): (match: Match) => Promise<string> {
  let current: Promise<string> | null = null;
  let next: { readonly text: Promise<string>; readonly matches: Match[] } | null = null;
  const start = (matches: readonly Match[]) => {
    next = null;
    let missing = matches;
    const hasEnough: Match = (rows) => {
      missing = missing.filter((match) => !match(rows));
      return missing.length === 0;
    };
    const reading = read(hasEnough).finally(() => {
      if (current === reading) current = null;
    });
    current = reading;
    return reading;
  };
  return (match) => {
    if (current === null) return start([match]);
    if (next === null) {
      const matches: Match[] = [];
      const startNext = () => start(matches);
      next = { text: current.then(startNext, startNext), matches };
    }
    next.matches.push(match);
    return next.text;
  };
}
