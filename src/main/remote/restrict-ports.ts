/** What the options of a start change about the ports. */
import type { Ports } from '../ports';
import { createFixedClock } from '../runtime/fixed-clock';
import { createLoopbackTransport } from './loopback-transport';

/** Returns the ports without a network, and with a time that stands still, where the options require that. */
export function restrictPorts(ports: Ports): Ports {
  return withFixedTime(ports.noNetwork ? withoutNetwork(ports) : ports);
}

/** Returns ports that send nothing to other machines. */
function withoutNetwork(ports: Ports): Ports {
  return { ...ports, transport: createLoopbackTransport(ports.transport), updater: { off: 'not-offered' } };
}

function withFixedTime(ports: Ports): Ports {
  return ports.fixedTime === undefined ? ports : { ...ports, clock: createFixedClock(ports.clock, ports.fixedTime) };
}
