/** Tests a connection: what responds, and what each of its credentials gives access to. */
import type { CheckName, ConnectionCheck, TestResult } from '#contract/bridge/connection-test.ts';
import type { AccessType } from '#contract/definitions.ts';
import { AppError, fail, toReport } from '#contract/errors.ts';
import type { ServiceRelease } from '#contract/releases.ts';
import { catalog } from '#contract/service/index.ts';
import type { ClientProject } from '#contract/service/models/user-models.ts';
import type { Clock, Transport } from '../ports/ports';
import { checkService } from '../remote/check-service';
import type { ProjectKeys } from '../remote/project-keys';
import { serverRelease } from '../remote/releases/detect-release';
import { probeRows } from '../remote/releases/probe-endpoints';
import { isEndpointMissing } from '../remote/releases/resolve-endpoint';
import type { Sender, Target } from '../remote/send';

export interface TestDeps {
  readonly transport: Transport;
  readonly sender: Sender;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Timeout of the first requests. */
  readonly timeoutMillis?: number;
}

const once = { once: true } as const;

const unlocks: Readonly<Record<CheckName, ConnectionCheck['unlocks']>> = {
  reach: [],
  project: [],
  client: ['sign-in'],
  server: ['users'],
  admin: ['users', 'administration'],
  owner: ['sign-in', 'users', 'administration'],
};

interface Check {
  readonly name: CheckName;
  /** False for a missing credential. */
  readonly isProvided: boolean;
  readonly run: () => Promise<void>;
  /** Runs without the credential, which later releases don't need; a failure means that it is needed. */
  readonly runWithout?: () => Promise<void>;
}

/**
 * Checks first that the service responds, and then every credential concurrently, each once. Reports failures as outcomes of the checks;
 * rejects only with errors of other kinds.
 */
export async function testConnection(target: Target, { transport, sender, clock, timeoutMillis }: TestDeps): Promise<TestResult> {
  let release: ServiceRelease | null = null;
  let project: ClientProject | null = null;
  let adminData = false;
  const readAdministration = async (to: Target) => {
    await readAsAdmin(sender, to);
    adminData = true;
  };
  const reach = await checked(clock, {
    name: 'reach',
    isProvided: true,
    run: () => checkService(transport, target.baseUrl, timeoutMillis),
  });
  const checks: readonly Check[] = [
    { name: 'project', isProvided: true, run: () => findProject(sender, target) },
    {
      name: 'client',
      isProvided: target.keys.client !== undefined,
      run: async () => {
        if ((await target.keys.client?.()) === null) throw fail('missing-credentials');
        project = await readAsClient(sender, withoutOwner(target));
      },
      runWithout: async () => {
        project = await readAsClient(sender, { ...withoutOwner(target), keys: {} });
      },
    },
    {
      name: 'server',
      isProvided: target.keys.server !== undefined,
      run: async () => void (await sender.send(probeRows.users, 'project', onlyServer(target), { query: { limit: 1 } }, once)),
    },
    {
      name: 'admin',
      isProvided: target.keys.admin !== undefined,
      run: () => readAdministration({ ...withoutOwner(target), keys: only('admin', target.keys) }),
    },
    ...(target.owner ? [{ name: 'owner', isProvided: true, run: () => readAdministration({ ...target, keys: {} }) } as const] : []),
  ];
  if (reach.outcome !== 'ok') return { checks: [reach, ...checks.map(notChecked)], release, project: null, adminData };
  const finding = serverRelease(sender, target).catch(() => null);
  const done = withoutProject(await Promise.all(checks.map((check) => checked(clock, check))));
  release = await finding;
  project ??= await readWithAnyKey(sender, target);
  return { checks: [reach, ...done], release, project: project && shownProject(project), adminData };
}

/** Reads the project with a server or admin key; null when no such key works, which the checks report. */
async function readWithAnyKey(sender: Sender, target: Target): Promise<ClientProject | null> {
  try {
    return await sender.send(probeRows.projectByKey, 'project', target, {}, once);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return null;
  }
}

function readAsClient(sender: Sender, target: Target): Promise<ClientProject> {
  return sender.send(catalog.projects.current, 'none', target, {}, once);
}

async function checked(clock: Pick<Clock, 'monotonic'>, { name, isProvided, run, runWithout }: Check): Promise<ConnectionCheck> {
  const missing = { name, outcome: 'missing', unlocks: unlocks[name], millis: 0 } as const;
  const attempt = isProvided ? run : runWithout;
  if (attempt === undefined) return missing;
  const started = clock.monotonic();
  const since = () => Math.max(0, Math.round(clock.monotonic() - started));
  try {
    await attempt();
    return { name, outcome: isProvided ? 'ok' : 'not-needed', unlocks: unlocks[name], millis: since() };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    // The check `project` reports failures that aren't about the key; the secret store can also have lost a key.
    if (!isProvided || thrown.code === 'missing-credentials') return missing;
    return { name, outcome: 'refused', error: toReport(thrown), unlocks: unlocks[name], millis: since() };
  }
}

/**
 * Marks the checks of keys as not checked if the project doesn't exist, because a refusal then says nothing about a key. Releases refuse it
 * in different ways (wire/newer 2.1, 2.8.27; wire/corrections 2.8.26: with status 500).
 */
function withoutProject(checks: readonly ConnectionCheck[]): readonly ConnectionCheck[] {
  const isMissing = checks.some(({ name, error }) => name === 'project' && error?.code === 'project-not-found');
  if (!isMissing) return checks;
  return checks.map((check) =>
    check.name === 'project' || check.outcome !== 'refused' ? check : notChecked({ name: check.name, isProvided: true }),
  );
}

function notChecked({ name, isProvided }: Pick<Check, 'name' | 'isProvided'>): ConnectionCheck {
  return { name, outcome: isProvided ? 'not-checked' : 'missing', unlocks: unlocks[name], millis: 0 };
}

/**
 * Throws `project-not-found` if the project doesn't exist. Uses its public keys, which need no credential, so that a wrong key isn't
 * reported as a wrong ID.
 */
async function findProject(sender: Sender, target: Target): Promise<void> {
  const params = { project_id: target.projectId };
  await sender.send(catalog.projects.jwks, 'none', target, { params }, once).catch((thrown) => {
    const isUnknown = thrown instanceof AppError && thrown.report.status === 404 && !isEndpointMissing(thrown);
    throw isUnknown ? fail('project-not-found', {}, thrown) : thrown;
  });
}

/** Reads the project with admin access from the path of later releases, or else from that of the baseline (wire/newer 3). */
async function readAsAdmin(sender: Sender, to: Target): Promise<void> {
  await sender.send(probeRows.internalProject, 'project', to, {}, once).catch(async (thrown) => {
    if (!isEndpointMissing(thrown)) throw thrown;
    await sender.send(probeRows.currentProject, 'project', to, {}, once);
  });
}

function withoutOwner({ owner: _owner, ...target }: Target): Target {
  return target;
}

/** Returns the target with only its server key, because an admin key would work as well and hide an invalid server key. */
function onlyServer({ owner: _owner, keys, ...target }: Target): Target {
  return { ...target, keys: only('server', keys) };
}

function only(kind: AccessType, { [kind]: key }: ProjectKeys): ProjectKeys {
  return key === undefined ? {} : { [kind]: key };
}

function shownProject({ display_name, config }: ClientProject): NonNullable<TestResult['project']> {
  return {
    displayName: display_name,
    signUp: config.sign_up_enabled,
    password: config.credential_enabled,
    magicLink: config.magic_link_enabled,
    passkey: config.passkey_enabled,
    providers: config.enabled_oauth_providers.map(({ id }) => id),
  };
}
