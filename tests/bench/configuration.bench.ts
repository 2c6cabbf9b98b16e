/** Configuration of projects: what comparing two large ones takes once their responses are there, and what applying adds to its requests. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Comparison } from '#contract/bridge/configuration.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import { createClient, type Wire } from '#contract/client.ts';
import type { Client } from '#contract/definitions.ts';
import { createApp } from '#main/app/app.ts';
import { forkWorker } from '#main/hosts/browser/fork-worker.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import type { Transport, TransportResponse } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { headlessPorts } from '../support/main/headless-ports';
import { type PassedRequest, startDistantService } from './lib/distant-service';
import { compare, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { type Program, root, startProgram } from './lib/programs';
import { runFolder } from './lib/sandbox';
import { median } from './lib/statistics';

const definitions = 500;
const domains = 200;
const comparisons = 15;
const applyRounds = 5;
const applied = 10;

/** The time of a comparison, and the ratio of an apply to its requests. */
export async function measure(): Promise<Measurement[]> {
  const sandboxes = [await startSandbox(), await startSandbox()] as const;
  try {
    return [await measureComparison(sandboxes), await measureApply(sandboxes[0])];
  } finally {
    await Promise.all(sandboxes.map(({ program }) => program.stop()));
  }
}

const ready = z.object({
  url: z.string(),
  projects: z.object({ demo: z.object({ project_id: z.string(), super_secret_admin_key: z.string() }) }),
});

interface Sandbox {
  readonly program: Program;
  readonly url: string;
  readonly projectId: string;
  readonly adminKey: string;
  call(method: string, path: string, body: object): Promise<void>;
}

async function startSandbox(): Promise<Sandbox> {
  const program = await startProgram('out/main/sandbox.js', '--port', '0', '--json');
  const { url, projects } = ready.parse(JSON.parse(program.line));
  const { project_id: projectId, super_secret_admin_key: adminKey } = projects.demo;
  return {
    program,
    url,
    projectId,
    adminKey,
    async call(method, path, body) {
      const headers = {
        'content-type': 'application/json',
        'x-stack-access-type': 'admin',
        'x-stack-project-id': projectId,
        'x-stack-super-secret-admin-key': adminKey,
      };
      const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`The service responded ${response.status}: ${await response.text()}`);
    },
  };
}

/** Every third definition and domain is another one in each project. */
async function fill({ call }: Sandbox, name: string): Promise<void> {
  const part = (at: number) => (at % 3 === 0 ? name : 'both');
  for (let at = 0; at < definitions; at += 1) {
    // One in ten is of teams, and contained by none of the others.
    const contained = at % 5 < 2 ? [] : [`p${at - 1}_${part(at - 1)}`];
    const path = at % 10 === 5 ? '/team-permission-definitions' : '/project-permission-definitions';
    await call('POST', path, { id: `p${at}_${part(at)}`, description: `Permission ${at}`, contained_permission_ids: contained });
  }
  const all = Array.from({ length: domains }, (_, at) => ({ domain: `https://d${at}.${part(at)}.example`, handler_path: '/handler' }));
  await call('PATCH', '/internal/projects/current', { config: { domains: all } });
}

interface Place {
  readonly url: string;
  readonly sandbox: Sandbox;
}

/** The app in this process, with a connection to each project. What is written to files in use is written here. */
async function openApp(transport: Transport, places: readonly Place[]) {
  const app = await createApp({
    ...headlessPorts(),
    version: '0.0.0-bench',
    profileFolder: await mkdtemp(join(runFolder(), 'configuration-')),
    licensesFile: join(root, 'out', 'licenses.json'),
    transport,
    secrets: { ...createMemoryStore(), kind: 'system' },
    spawnWorker: (name, args) => forkWorker(join(root, 'out', 'main'), name, args),
  });
  const wire: Wire = { call: (name, input) => app.dispatch(name, input, { windowId: 'bench' }), on: () => () => undefined };
  const api = createClient<Client<Bridge>>(wire);
  const ids: string[] = [];
  for (const [at, { url, sandbox }] of places.entries()) {
    const draft = {
      name: `Project ${at}`,
      environment: 'development',
      baseUrl: url,
      projectId: sandbox.projectId,
      keys: { admin: sandbox.adminKey },
    };
    ids.push((await api.connections.add({ draft: draft as Parameters<typeof api.connections.add>[0]['draft'] })).id);
  }
  return { api, ids, close: () => app.close() };
}

const rowsOf = (comparison: Comparison) => {
  if (comparison.state !== 'compared') throw new Error(`Not compared: ${JSON.stringify(comparison)}`);
  return comparison.sections.flatMap(({ rows }) => rows);
};

/** The second comparison and later ones receive the responses of the first one, at once. */
async function measureComparison([one, other]: readonly [Sandbox, Sandbox]): Promise<Measurement> {
  await Promise.all([fill(one, 'one'), fill(other, 'other')]);
  const inner = createUndiciTransport();
  const known = new Map<string, TransportResponse>();
  const transport: Transport = {
    ...inner,
    async send(request) {
      const { method, url, headers, body = '' } = request;
      const access = Object.entries(headers).filter(([header]) => /access-type|-key$/.test(header.toLowerCase()));
      const name = JSON.stringify([method, url, access, body]);
      const response = known.get(name) ?? (await inner.send(request));
      known.set(name, response);
      return response;
    },
  };
  const { api, ids, close } = await openApp(
    transport,
    [one, other].map((sandbox) => ({ url: sandbox.url, sandbox })),
  );
  const [source = '', target = ''] = ids;
  const compareOnce = () =>
    api.configuration.compare({ source: { kind: 'project', connectionId: source }, target: { kind: 'project', connectionId: target } });
  const rows = rowsOf(await compareOnce());
  const times: number[] = [];
  for (let round = 0; round < comparisons; round += 1) times.push(await timed(compareOnce));
  await close();
  const differing = rows.filter(({ kind }) => kind !== 'same').length;
  return {
    name: `comparison of ${definitions} permissions and ${domains} domains`,
    value: median(times),
    unit: 'ms',
    limit: 300,
    detail: `${rows.length} rows, ${differing} of them differ, median of ${comparisons}, longest ${Math.round(Math.max(...times))} ms`,
  };
}

/** Permissions are created and deleted again, so that each round finds what the one before found. */
async function measureApply(sandbox: Sandbox): Promise<Measurement> {
  const service = await startDistantService(sandbox.url);
  const { api, ids, close } = await openApp(createUndiciTransport(), [{ url: service.url, sandbox }]);
  const connectionId = ids[0] ?? '';
  const exported = await api.configuration.export({ connectionId, hasAllViews: false });
  if (exported.state !== 'exported') throw new Error('Not exported.');
  const before = exported.text;
  const wanted = before.replace(
    /^ {2}team:\n/m,
    `  team:\n${Array.from({ length: applied }, (_, at) => `    applied_${at}:\n      contains: []\n`).join('')}`,
  );
  /** Resolves to what applies a text, once it is planned. */
  const planned = async (text: string) => {
    const source = { kind: 'file', text } as const;
    const rows = rowsOf(await api.configuration.compare({ source, target: { kind: 'project', connectionId } }));
    const chosen = rows.filter(({ kind }) => kind !== 'same').map(({ section, key }) => ({ section, key }));
    const { id, fingerprint } = await api.configuration.plan({ source, connectionId, rows: chosen });
    return async () => {
      const { done, stop } = await api.configuration.apply({ source, connectionId, rows: chosen, id, fingerprint, secrets: {} });
      if (stop !== null || done !== applied) throw new Error(`Not applied: ${JSON.stringify(stop)}`);
    };
  };
  const both = async () => (await timed(await planned(wanted))) + (await timed(await planned(before)));
  const waves = [...(await service.wavesOf(await planned(wanted))), ...(await service.wavesOf(await planned(before)))];
  const bare = () => timed(() => sendAll(service.url, waves));
  const { subject, baseline, ratio } = await compare(applyRounds, both, bare);
  await close();
  service.stop();
  const count = waves.reduce((sum, wave) => sum + wave.length, 0);
  return {
    name: 'applying, against its requests',
    value: ratio,
    unit: 'x',
    limit: 1.15,
    detail: `${Math.round(subject)} ms against ${Math.round(baseline)} ms, ${count} requests in ${waves.length} waves, a service 100 ms away`,
  };
}

/** Sends waves of requests, one after the other, and reads the responses. */
async function sendAll(url: string, waves: readonly (readonly PassedRequest[])[]): Promise<void> {
  for (const wave of waves)
    await Promise.all(
      wave.map(async ({ method, path, headers, body }) => {
        const response = await fetch(url + path, { method, headers, ...(body === '' ? {} : { body }) });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`The service responded ${response.status}.`);
      }),
    );
}
