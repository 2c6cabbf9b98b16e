/** The connections a person has, and what a call to one of them may use. */
import type { Connection } from '../../contract/bridge/connections';
import { AppError, fail } from '../../contract/errors';
import type { SecretStore } from '../ports';
import type { SandboxProcess } from '../sandbox/sandbox-process';
import type { Target } from '../service/send';
import type { JsonFile } from '../storage/json-file';
import type { Topic } from '../topic';
import type { ConnectionRecord } from './connections-file';

/** The one connection of the embedded sandbox. */
export const sandboxConnectionId = 'sandbox';

export interface Connections {
  /** Reads the file. Until then there are none. */
  load(): Promise<void>;
  has(id: string): boolean;
  /** Fails with `unknown-connection`; with `sandbox-stopped` for the sandbox's while it neither runs nor starts. */
  target(id: string): Promise<Target>;
  addSandbox(name: string, projectId: string): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Says again what is known, after the sandbox came or went. */
  publish(): Promise<void>;
}

export interface ConnectionsParts {
  readonly file: JsonFile<ConnectionRecord[]>;
  readonly secrets: SecretStore;
  readonly sandbox: SandboxProcess;
  readonly topic: Topic<Connection[]>;
}

type Keys = Target['keys'];
const keyNames = ['publishableKey', 'serverKey', 'adminKey'] as const;

/** Where a connection's key lives in the secret store. */
export function keyItem(connectionId: string, key: (typeof keyNames)[number]): string {
  return `connection/${connectionId}/${key}`;
}

const everyKey = { client: true, server: true, admin: true };

export function createConnections({ file, secrets, sandbox, topic }: ConnectionsParts): Connections {
  let records: readonly ConnectionRecord[] = [];

  const keysOf = async (record: ConnectionRecord): Promise<Keys> => {
    const demo = sandbox.ready?.projects.demo;
    if (record.kind === 'sandbox')
      return demo
        ? { publishableKey: demo.publishable_client_key, serverKey: demo.secret_server_key, adminKey: demo.super_secret_admin_key }
        : {};
    const found = await Promise.all(keyNames.map(async (key) => [key, await secrets.get(keyItem(record.id, key))] as const));
    return Object.fromEntries(found.filter(([, value]) => value !== null)) as Keys;
  };

  /** A sandbox whose data was thrown away has another demo project than the one written down. */
  const projectOf = (record: ConnectionRecord): string =>
    (record.kind === 'sandbox' ? sandbox.ready?.projects.demo.project_id : undefined) ?? record.projectId;

  const describe = async (record: ConnectionRecord): Promise<Connection> => {
    const keys = await keysOf(record).catch(keysAway);
    const { baseUrl, ...rest } = record;
    return {
      ...rest,
      projectId: projectOf(record),
      baseUrl: baseUrl ?? sandbox.ready?.url ?? '',
      // A sandbox brings all its keys when it starts, and a keychain may be locked: keys are then away, not missing.
      credentials:
        record.kind === 'sandbox' || keys === null
          ? everyKey
          : { client: keys.publishableKey !== undefined, server: keys.serverKey !== undefined, admin: keys.adminKey !== undefined },
    };
  };

  const publish = async () => topic.set(await Promise.all(records.map(describe)));

  const change = async (edit: (records: ConnectionRecord[]) => ConnectionRecord[]) => {
    records = await file.update(edit);
    await publish();
  };

  const find = (id: string): ConnectionRecord => {
    const record = records.find((known) => known.id === id);
    if (record === undefined) throw fail('unknown-connection');
    return record;
  };

  return {
    publish,
    async load() {
      records = await file.read();
      await publish();
    },
    has: (id) => records.some((known) => known.id === id),
    async target(id) {
      const record = find(id);
      const baseUrl = record.baseUrl ?? (await sandbox.arrival()).url;
      return {
        baseUrl,
        projectId: projectOf(record),
        keys: await keysOf(record),
        ...(record.kind === 'sandbox' ? { gone: sandbox.gone } : {}),
      };
    },
    addSandbox: (name, projectId) =>
      change((all) => [
        ...all.filter(({ id }) => id !== sandboxConnectionId),
        { id: sandboxConnectionId, kind: 'sandbox', name, baseUrl: null, projectId, environment: 'development' },
      ]),
    async rename(id, name) {
      find(id);
      await change((all) => all.map((record) => (record.id === id ? { ...record, name } : record)));
    },
    async remove(id) {
      // First, so that a keychain that is locked leaves everything as it was.
      if (find(id).kind === 'project') await Promise.all(keyNames.map((key) => secrets.delete(keyItem(id, key))));
      await change((all) => all.filter((record) => record.id !== id));
    },
  };
}

function keysAway(thrown: unknown): null {
  if (thrown instanceof AppError) return null;
  throw thrown;
}
