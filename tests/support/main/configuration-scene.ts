/** The demo project of a sandbox in process, read and changed by the calls of windows, with a profile that keeps schemas and views in memory. */

import type { KnownFeatures } from '#contract/bridge/connections.ts';
import type { SlowCall } from '#contract/bridge/diagnostics.ts';
import { type ComparedRow, compareDocuments } from '#contract/configuration/compare-documents.ts';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { documentOf, type ProjectReading } from '#contract/configuration/document-of.ts';
import { planChanges } from '#contract/configuration/plan.ts';
import type { StepRequest } from '#contract/configuration/step-request.ts';
import type { Endpoint } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import { featureSince, features } from '#contract/features.ts';
import { isAtLeast } from '#contract/releases.ts';
import { catalog } from '#contract/service/index.ts';
import { type ApplyPorts, applyPlan, type ReadingPart } from '#main/configuration/apply-plan.ts';
import { type CallProject, factsOf, readParts, type ServicePart, serviceParts } from '#main/configuration/read-project.ts';
import { createSafety } from '#main/gateway/safety.ts';
import { createSecretReferences } from '#main/gateway/secret-references.ts';
import { createServiceCalls } from '#main/gateway/service-calls.ts';
import { createSlowCalls } from '#main/gateway/slow-calls.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender } from '#main/remote/send.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { demoProjectId } from '#sandbox/seed/seed-projects.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock } from '../fake-clock';
import { sampleConnection } from '../samples/sample-connection';
import { transportTo } from '../service/sandbox-transport';
import { completed } from './connection-targets';
import { presenceScene } from './presence-scene';
import { seededRandom } from './test-ports';

/** Opens the demo project on a release. */
export async function configurationScene(release: string) {
  const sandbox = await createTestSandbox({ release });
  const known: KnownFeatures = Object.fromEntries(features.map((feature) => [feature, isAtLeast(release, featureSince[feature])]));
  const call = callsOf(sandbox, known);
  const has = (feature: (typeof features)[number]) => known[feature] === true;
  const sent: StepRequest[] = [];
  const profile: { -readonly [N in 'metadataSchemas' | 'views']: ProjectReading[N] } = { metadataSchemas: {}, views: [] };
  let nextId = 0;
  const readPart = async (parts: readonly ReadingPart[]): Promise<Partial<ProjectReading>> => ({
    ...(await readParts(
      call,
      has,
      parts.filter((part): part is ServicePart => part !== 'schemas' && part !== 'views'),
    )),
    ...profile,
  });
  const read = async () => (await readPart(serviceParts)) as ProjectReading;
  const send = async (request: StepRequest) => {
    sent.push(request);
    if ('endpoint' in request) return call(request.endpoint, request);
    if (request.profile === 'set-schema') profile.metadataSchemas = { ...profile.metadataSchemas, [request.kind]: request.text ?? '' };
    const id = 'id' in request ? request.id : null;
    const others = profile.views?.filter((view) => view.id !== id) ?? [];
    if (request.profile === 'delete-view') profile.views = others;
    // What the bridge would check.
    nextId += 1;
    if (request.profile === 'save-view') profile.views = [...others, { id: id ?? `view-${nextId}`, ...request.view } as never];
    return null;
  };
  const ports: ApplyPorts = { read: readPart, send, onStep: () => undefined, isStopped: () => false };
  const document = async () => documentFrom(await read());
  /** Compares, plans, and applies rows: by default all that differ. */
  const apply = async (
    source: ConfigurationDocument,
    chosen: (row: ComparedRow) => boolean = () => true,
    own: Partial<ApplyPorts> = {},
  ) => {
    const reading = await read();
    const facts = factsOf(reading, has);
    const target = documentFrom(reading);
    const rows = compareDocuments({ base: null, source, target }, facts).flatMap((section) => section.rows);
    const plan = planChanges(
      rows.filter((row) => row.kind !== 'same' && chosen(row)),
      target,
      facts,
    );
    if (plan.refusals.length > 0) throw new Error(`Refused: ${JSON.stringify(plan.refusals)}`);
    return { plan, applied: await applyPlan(plan, reading, (name) => `the secret ${name}`, { ...ports, ...own }) };
  };
  return { sandbox, call, has, read, document, apply, sent, ports, profile };
}

function documentFrom(reading: ProjectReading): ConfigurationDocument {
  const result = documentOf(reading);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.document;
}

function callsOf(sandbox: Awaited<ReturnType<typeof createTestSandbox>>, known: KnownFeatures): CallProject {
  const clock = createFakeClock({ hasteUpTo: 2 ** 31 });
  const random = seededRandom();
  const { publishable_client_key: client, secret_server_key: server, super_secret_admin_key: admin } = sandbox.keys;
  const callService = createServiceCalls({
    sender: createSender({ transport: transportTo(sandbox), clock, random, clientVersion: 'electron @latchkey/desktop@1.0.0' }),
    connections: {
      find: () => sampleConnection,
      targetOf: async () => ({
        isComplete: false,
        baseUrl: 'http://localhost:8102',
        projectId: demoProjectId,
        keys: keysInHand({ client, server, admin }),
        features: async () => known,
      }),
    },
    safety: createSafety({ ...presenceScene(), isReadOnly: () => false }),
    releases: { redetect: () => Promise.reject(fail('unreachable')) },
    sessions: {
      isImpersonated: () => false,
      source: () => {
        throw fail('unknown-account');
      },
      describe: async () => undefined,
      complete: (_id, target) => completed(target),
      target: () => Promise.reject(fail('unknown-connection')),
    },
    secretReferences: createSecretReferences(clock, () => Buffer.from(random(16)).toString('hex')),
    onWrite: () => undefined,
    slowCalls: createSlowCalls(
      createTopic<SlowCall[]>('diagnostics.slowCalls', [], () => undefined),
      clock,
      () => 'slow',
    ),
  });
  return (name, input) => {
    const [group = '', action = ''] = name.split('.');
    const endpoint = (catalog as unknown as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>)[group]?.[action];
    if (endpoint === undefined) throw new Error(`There is no endpoint ${name}.`);
    const { params, body } = input as { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };
    const given = { ...(params === undefined ? {} : { params }), ...(body === undefined ? {} : { body }) };
    // The schemas of the dispatcher.
    const variant = endpoint.actors.project;
    variant?.body?.parse(body);
    endpoint.params?.parse(params);
    return callService({ name, endpoint, actor: 'project', connectionId: 'c', input: given }, { windowId: 'w' });
  };
}
