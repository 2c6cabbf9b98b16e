/** All clients call at the same moment, and the access token has expired: how many ask for a new one, and what the calls take. */

import { accessToken } from '../support/main/test-ports';
import { withTabs } from './lib/app-tabs';
import type { Measurement } from './lib/measurement';
import { buildOfficialClient } from './lib/official-client';
import { median } from './lib/statistics';
import { type StormResult, type StormScene, startStormClient } from './lib/storm-client';
import { newStormProfile } from './lib/storm-profile';
import { type StormCount, type StormService, startStormService } from './lib/storm-service';

const calls = 10_000;
const rounds = 3;
const processes = 8;
const callsOfProcess = 50;
const profiles = 5;
const tabs = 20;

/** One process against the service's own client, then several processes of a profile, then several tabs of one host. */
export async function measure(): Promise<Measurement[]> {
  const service = await startStormService();
  try {
    return [...(await measureClients(service)), await measureProcesses(service), await measureTabs()];
  } finally {
    await service.close();
  }
}

/** Tokens as they are ten minutes after a sign-in. */
function expiredScene(service: StormService): StormScene {
  return { url: service.url, accessToken: accessToken(Date.now() - 1000), refreshToken: 'refresh-token-of-ada' };
}

type Run = StormResult & StormCount;

async function measureClients(service: StormService): Promise<Measurement[]> {
  await buildOfficialClient();
  const own: Run[] = [];
  const official: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    own.push(await stormOf('storm-own', service));
    official.push(await stormOf('storm-official', service));
  }
  const against = (figure: (run: Run) => number, unit: string): Pick<Measurement, 'value' | 'unit' | 'detail'> => {
    const [ours, theirs] = [median(own.map(figure)), median(official.map(figure))];
    return { value: ours / theirs, unit: 'x', detail: `${ours.toFixed(0)} ${unit} against ${theirs.toFixed(0)} ${unit}` };
  };
  const most = (figure: (run: Run) => number) => {
    return { value: Math.max(...own.map(figure)), detail: `the official client's: ${Math.max(...official.map(figure))}` };
  };
  const name = 'refresh storm';
  return [
    { name: `${name}, ${calls} calls, refreshes`, unit: 'refreshes', limit: 1, ...most((run) => run.refreshes) },
    { name: `${name}, ${calls} calls, connections`, unit: 'connections', limit: 64, ...most((run) => run.mostSockets) },
    { name: `${name}, time against the official client`, limit: 0.4, ...against((run) => run.millis, 'ms') },
    { name: `${name}, processor against the official client`, limit: 0.4, ...against((run) => run.processorMillis, 'ms') },
    { name: `${name}, peak memory against the official client`, limit: 0.5, ...against((run) => run.peakMegabytes, 'MB') },
  ];
}

/** All calls of one client, in a process that has done nothing else. */
async function stormOf(program: string, service: StormService): Promise<Run> {
  const client = startStormClient(program);
  try {
    await client.open(expiredScene(service));
    service.reset();
    const result = await client.call(calls);
    return { ...result, ...counted(service, calls) };
  } finally {
    await client.stop();
  }
}

/** Refreshes mean something only when every call had its answer. */
function counted(service: StormService, expected: number): StormCount {
  const count = service.count();
  if (count.answered !== expected) throw new Error(`${count.answered} of ${expected} calls were answered.`);
  return count;
}

async function measureProcesses(service: StormService): Promise<Measurement> {
  const clients = Array.from({ length: processes }, () => startStormClient('storm-own'));
  const refreshes: number[] = [];
  const times: number[] = [];
  try {
    for (let round = 0; round < profiles; round += 1) {
      const scene = expiredScene(service);
      const profile = await newStormProfile(scene);
      await Promise.all(clients.map((client) => client.open({ ...scene, profile })));
      service.reset();
      const results = await Promise.all(clients.map((client) => client.call(callsOfProcess)));
      times.push(Math.max(...results.map(({ millis }) => millis)));
      refreshes.push(counted(service, processes * callsOfProcess).refreshes);
    }
  } finally {
    await Promise.all(clients.map((client) => client.stop()));
  }
  const detail = `the most of ${profiles} profiles; ${callsOfProcess} calls a process, ${median(times).toFixed(0)} ms`;
  return {
    name: `refresh storm, ${processes} processes of a profile`,
    value: Math.max(...refreshes),
    unit: 'refreshes',
    limit: 1,
    detail,
  };
}

async function measureTabs(): Promise<Measurement> {
  const value = await withTabs(tabs, async ({ bridges, connectionId, accountId, expire, refreshes }) => {
    await expire();
    const before = refreshes();
    await Promise.all(bridges.map((bridge) => bridge.call('service.users.me', { actor: 'account', connectionId, accountId })));
    return refreshes() - before;
  });
  return { name: `refresh storm, ${tabs} tabs of a host`, value, unit: 'refreshes', limit: 1 };
}
