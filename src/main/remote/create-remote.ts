/** Access to the service: the request sender, and the diagnosis of network failures. */
import type { Diagnosis } from '#contract/bridge/diagnostics.ts';
import type { Ports } from '../ports/ports';
import { diagnose } from './diagnostics';
import type { Network } from './network/network';
import { createOldValues } from './old-values';
import { createRecordedWrites, type RecordedWrites } from './recorded-writes';
import { createSender, type ReadListener, type Sender } from './send';

/** Diagnoses the connection to a base URL. Never rejects. */
export type Diagnose = (baseUrl: string) => Promise<Diagnosis>;

export interface Remote {
  readonly sender: Sender;
  readonly diagnose: Diagnose;
  /** The writes of the sender. */
  readonly onWriteOutcome: RecordedWrites['onOutcome'];
  readonly recordIn: RecordedWrites['recordIn'];
  /** Calls the listener with the response of each read. */
  onRead(listener: ReadListener): void;
  /** Drops the responses that were kept for writes. */
  forgetReads(): void;
}

type RemotePorts = Pick<Ports, 'transport' | 'clock' | 'random' | 'version' | 'noNetwork'>;

/** Creates the sender and the diagnosis over a transport. `network` has the user's certificates. */
export function createRemote({ transport, clock, random, version, noNetwork }: RemotePorts, network: Pick<Network, 'authorities'>): Remote {
  const offline = noNetwork ? { isOnline: () => false } : {};
  const examine: Diagnose = (baseUrl) => diagnose(baseUrl, { transport, clock, authorities: network.authorities, ...offline });
  const clientVersion = `electron @latchkey/desktop@${version}`;
  const { recorder, onOutcome, recordIn } = createRecordedWrites();
  const oldValues = createOldValues(clock);
  const listeners: ReadListener[] = [];
  const onRead: ReadListener = (...read) => {
    for (const listener of listeners) listener(...read);
  };
  const sender = createSender({ transport, clock, random, clientVersion, diagnose: examine, recorder, oldValues, onRead });
  return {
    diagnose: examine,
    sender,
    onWriteOutcome: onOutcome,
    recordIn,
    onRead: (listener) => void listeners.push(listener),
    forgetReads: () => oldValues.forget(),
  };
}
