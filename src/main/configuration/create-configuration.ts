/** Configuration of projects as documents: exporting, comparing, and applying, for windows. */
import { createHash } from 'node:crypto';
import type { Comparison, Side } from '#contract/bridge/configuration.ts';
import type { Bridge } from '#contract/bridge/index.ts';
import { type ComparedRow, type ComparedSection, compareDocuments, type TargetFacts } from '#contract/configuration/compare-documents.ts';
import type { ConfigurationDocument } from '#contract/configuration/document.ts';
import { documentOf, type ProjectReading } from '#contract/configuration/document-of.ts';
import type { Entry } from '#contract/configuration/entries.ts';
import { nextBase } from '#contract/configuration/next-base.ts';
import { type ConfigurationPlan, planChanges } from '#contract/configuration/plan.ts';
import { requestOf } from '#contract/configuration/step-request.ts';
import type { Handlers } from '#contract/definitions.ts';
import type { ServiceCall } from '#contract/dispatch.ts';
import { fail, toReport } from '#contract/errors.ts';
import type { AllowedChange, Gateway } from '../gateway/create-gateway';
import { endpointOf } from '../journal/undo/undo-target';
import type { Caller } from '../ports/caller';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import type { PolicyService } from '../settings/policy';
import { applyPlan } from './apply-plan';
import { createFolderHandlers } from './folder-handlers';
import { openProject, type ProjectReads, type ProjectReadsDeps } from './project-reads';
import { readDocument } from './read-document';
import { factsOf } from './read-project';
import { checkedPlan } from './request-checks';
import { createRunningApplies } from './running-applies';
import type { StoredBases } from './stored-bases';
import { updateText } from './update-text';
import { exportDocument } from './write-document';

export interface ConfigurationDeps extends ProjectReadsDeps {
  readonly ports: Pick<Ports, 'chooseFolder'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'pushApplied'>;
  readonly gateway: Pick<Gateway, 'callService' | 'checkChange'>;
  readonly policy: Pick<PolicyService, 'assertPermitted'>;
  readonly isLocked: () => boolean;
  readonly bases: Pick<StoredBases, 'read' | 'put'>;
}

type ConfigurationHandlers = Handlers<Bridge, Caller>['configuration'];
type Choice = Omit<Parameters<ConfigurationHandlers['plan']>[0], never>;

/** Creates the handlers. */
export function createConfiguration(deps: ConfigurationDeps): ConfigurationHandlers {
  const applies = createRunningApplies(deps.runtime);
  return {
    async compare({ source, target }, caller) {
      // The base is read in the meantime, because its file takes as long to open as some responses.
      const [one, other, known] = await Promise.all([
        readSide(deps, source, caller),
        readSide(deps, target, caller),
        baseOf(deps, source, target),
      ]);
      if (!one.ok) return { ...one.problem, side: 'source' };
      if (!other.ok) return { ...other.problem, side: 'target' };
      const documents = { base: known?.base ?? null, source: one.document, target: other.document };
      const compared = compareDocuments(documents, other.facts);
      const sections = compared.map(({ section, rows }) => ({ section, rows: rows.map(shownRow) }));
      return { state: 'compared', baseMillis: known?.timeMillis ?? null, sections };
    },
    export: (input, caller) => exported(deps, input, caller),
    ...createFolderHandlers(deps.ports, deps.policy, (input, caller) => exported(deps, input, caller)),
    async plan(choice, caller) {
      const { plan, fingerprint } = await planChoice(deps, choice, caller);
      const steps = plan.steps.map(({ kind, rows }) => ({ kind, rows: rows.map(entryOf) }));
      return { steps, asks: plan.asks, refusals: plan.refusals, id: deps.runtime.newId(), fingerprint };
    },
    async apply({ id = deps.runtime.newId(), fingerprint, secrets, ...choice }, caller) {
      const { project, reading, source, compared, plan, fingerprint: fresh } = await planChoice(deps, choice, caller);
      if (fresh !== fingerprint) throw fail('changed-elsewhere');
      const secretOf = (name: string) => (Object.hasOwn(secrets, name) ? (secrets[name] ?? '') : '');
      if (plan.refusals.length > 0 || plan.asks.some(({ name }) => secretOf(name) === '')) throw fail('bad-input', { path: 'secrets' });
      const allowed = confirmed(deps, choice.connectionId, { plan, reading, facts: { fingerprint, secrets } }, caller);
      const { done, stop } = await applies.run({ id, of: plan.steps.length }, caller, ({ progressed, isStopped }) => {
        progressed(0);
        return applyPlan(plan, reading, secretOf, {
          read: project.read,
          send: (request) => project.send(request, allowed, id),
          onStep: (index, state) => state !== 'sending' && progressed(index + 1),
          isStopped: () => isStopped() || deps.isLocked(),
        });
      });
      const { connectionId } = choice;
      const applied = { connectionId, destination: project.destination };
      if (done > 0) await deps.bases.put(applied, await baseAfter(deps, connectionId, { source, compared, plan, done }));
      return { done, of: plan.steps.length, stop: stop?.reason === 'conflict' ? { ...stop, rows: stop.rows.map(entryOf) } : stop };
    },
    async stop({ id }, caller) {
      applies.stop(id, caller);
      return null;
    },
  };
}

async function exported(
  deps: ConfigurationDeps,
  { connectionId, hasAllViews, into }: Parameters<ConfigurationHandlers['export']>[0],
  caller: Caller,
): Promise<Awaited<ReturnType<ConfigurationHandlers['export']>>> {
  deps.policy.assertPermitted('export');
  const file = into === undefined ? null : readDocument(new TextEncoder().encode(into));
  if (file !== null && !file.ok) return { state: 'faults', faults: file.faults };
  const reading = await (await openProject(deps, connectionId, caller)).readAll();
  deps.policy.assertPermitted('export');
  const known = documentOf(reading, hasAllViews ? 'all-views' : 'impersonal-views');
  if (!known.ok) return { state: 'names', problems: known.problems };
  const written = exportDocument(known.document);
  if (written.ok) return { state: 'exported', text: into === undefined ? written.text : updateText(into, known.document) };
  return { state: 'faults', faults: written.faults.map(({ atKey: _atKey, ...fault }) => fault) };
}

type Problem = Exclude<Comparison, { readonly state: 'compared' }> extends infer P ? (P extends unknown ? Omit<P, 'side'> : never) : never;

type ReadSide =
  | { readonly ok: true; readonly document: ConfigurationDocument; readonly facts: TargetFacts | null }
  | { readonly ok: false; readonly problem: Problem };

async function readSide(deps: ConfigurationDeps, side: Side, caller: Caller): Promise<ReadSide> {
  if (side.kind === 'file') {
    const read = readDocument(new TextEncoder().encode(side.text));
    return read.ok ? { ...read, facts: null } : { ok: false, problem: { state: 'faults', faults: read.faults } };
  }
  try {
    const project = await openProject(deps, side.connectionId, caller);
    const reading = await project.readAll();
    const known = documentOf(reading);
    if (!known.ok) return { ok: false, problem: { state: 'names', problems: known.problems } };
    return { ok: true, document: known.document, facts: factsOf(reading, project.has) };
  } catch (thrown) {
    return { ok: false, problem: { state: 'failed', error: toReport(thrown) } };
  }
}

/** Returns the base of the target; of a file that a project is compared with, that of the project. */
async function baseOf({ bases }: ConfigurationDeps, source: Side, target: Side) {
  const project = [target, source].find((side) => side.kind === 'project');
  return project === undefined ? null : bases.read(project.connectionId);
}

const entryOf = ({ section, key }: Entry): Entry => ({ section, key });

function shownRow({ section, key, kind, base, source, target, changedIn, barrier, isGuarded, isTicked }: ComparedRow) {
  return { section, key, kind, base, source, target, changedIn, barrier, isGuarded, isTicked };
}

interface Planned {
  readonly project: ProjectReads;
  readonly reading: ProjectReading;
  readonly source: ConfigurationDocument;
  readonly compared: readonly ComparedSection[];
  readonly plan: ConfigurationPlan;
  readonly fingerprint: string;
}

/** Reads both sides again, and plans the rows. Throws the errors of reads, and `changed-elsewhere` if a row no longer differs. */
async function planChoice(deps: ConfigurationDeps, { source, connectionId, rows }: Choice, caller: Caller): Promise<Planned> {
  const project = await openProject(deps, connectionId, caller);
  const [from, reading] = await Promise.all([readSide(deps, source, caller), project.readAll()]);
  const target = documentOf(reading);
  if (!from.ok) throw fail(from.problem.state === 'failed' ? from.problem.error.code : 'changed-elsewhere');
  if (!target.ok) throw fail('changed-elsewhere');
  const facts = factsOf(reading, project.has);
  const compared = compareDocuments({ base: null, source: from.document, target: target.document }, facts);
  const byName = new Map(compared.flatMap((each) => each.rows).map((row) => [nameOf(row), row]));
  const chosen = [...new Set(rows.map(nameOf))].map((name) => {
    const row = byName.get(name);
    if (row === undefined || row.kind === 'same') throw fail('changed-elsewhere');
    return row;
  });
  const values = chosen.map((row) => [row.section, row.key, row.source ?? null, row.target ?? null]);
  const fingerprint = createHash('sha256').update(JSON.stringify(values)).digest('base64url');
  return {
    project,
    reading,
    source: from.document,
    compared,
    plan: checkedPlan(planChanges(chosen, target.document, facts), reading),
    fingerprint,
  };
}

const nameOf = ({ section, key }: Entry) => `${section}\n${key}`;

/** Returns what both sides have in common once some steps are done. */
async function baseAfter(
  { bases }: ConfigurationDeps,
  connectionId: string,
  { source, compared, plan, done }: Pick<Planned, 'source' | 'compared' | 'plan'> & { readonly done: number },
) {
  // One object may be made in two steps.
  const open = new Set(plan.steps.slice(done).flatMap(({ rows }) => rows.map(nameOf)));
  const made = new Set(
    plan.steps
      .slice(0, done)
      .flatMap(({ rows }) => rows.map(nameOf))
      .filter((name) => !open.has(name)),
  );
  const before = await bases.read(connectionId);
  return nextBase(before?.base ?? null, { source, compared, isDone: (row) => made.has(nameOf(row)) });
}

interface ToConfirm {
  readonly plan: ConfigurationPlan;
  readonly reading: ProjectReading;
  /** What the user saw and entered. The confirmation is valid for nothing else. */
  readonly facts: object;
}

/** Enforces the connection's requirements once for all steps: those of the most severe one. */
function confirmed(deps: ConfigurationDeps, connectionId: string, { plan, reading, facts }: ToConfirm, caller: Caller): AllowedChange {
  const names = plan.steps.flatMap((step) => {
    const request = requestOf(step, reading, () => 'x');
    // What is only updated once it was created has no request yet.
    return request !== undefined && 'endpoint' in request ? [request.endpoint] : [];
  });
  const calls = names.flatMap((name) => {
    const endpoint = endpointOf(name);
    return endpoint === undefined ? [] : [{ name, endpoint }];
  });
  const strongest = calls.find(({ endpoint }) => endpoint.effect === 'destroy') ?? calls[0];
  // The profile's own changes need no confirmation.
  if (strongest === undefined) return () => undefined;
  const call: ServiceCall = { ...strongest, actor: 'project', connectionId, input: { params: facts, query: undefined, body: {} } };
  return deps.gateway.checkChange(call, caller);
}
