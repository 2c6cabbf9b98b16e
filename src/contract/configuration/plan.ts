/** The requests that make chosen differences, in an order in which each one can succeed. */
import type { JsonValue } from '../service/models/fields';
import { isBuiltIn } from '../service/models/permission-ids';
import type { Barrier, ComparedRow, TargetFacts } from './compare-documents';
import { circleIn, containedFirst } from './containment';
import type { ConfigurationDocument, DefinitionEntry, EmailServerEntry, ProviderEntry, TemplateEntry } from './document';
import { type Entry, entriesIn, isSameEntry, type Section, sections, valueIn } from './entries';

/** A difference to make: the value that is wanted, and the one that the target must still have. */
export type ChosenRow = Entry & Pick<ComparedRow, 'source' | 'target'>;

export type StepKind =
  | 'create-definition'
  | 'update-definition'
  | 'update-project'
  | 'delete-definition'
  | 'create-theme'
  | 'update-theme'
  | 'create-template'
  | 'update-template'
  | 'delete-template'
  | 'set-schema'
  | 'save-view'
  | 'delete-view';

export interface PlanStep {
  readonly kind: StepKind;
  /** What it makes: one difference, and of the project any number. */
  readonly rows: readonly ChosenRow[];
  /** Whether the object was made by the step before, so that its value isn't that of the row. */
  readonly follows: boolean;
}

/** A secret that has to be entered, by the name of its placeholder. */
interface AskedSecret extends Entry {
  readonly name: string;
}

/** Why a difference can't be made together with the others. */
export interface PlanRefusal extends Entry {
  readonly reason:
    | Barrier
    | 'circle'
    | 'missing-permission'
    | 'other-scope'
    | 'missing-theme'
    | 'needs-own-server'
    | 'needs-default-templates'
    /** What the service, or Latchkey, doesn't take at all, and what is longer than Latchkey keeps. */
    | 'not-accepted'
    | 'too-large'
    /** More than a profile keeps of a connection. */
    | 'too-many-views';
  /** IDs on a circle, or the names that are missing. */
  readonly names: readonly string[];
}

export interface ConfigurationPlan {
  readonly steps: readonly PlanStep[];
  readonly asks: readonly AskedSecret[];
  /** Nothing is applied while there is one. */
  readonly refusals: readonly PlanRefusal[];
}

/** Plans the rows for a target, whose document they were compared with. */
export function planChanges(
  rows: readonly (ChosenRow & Pick<ComparedRow, 'barrier'>)[],
  target: ConfigurationDocument,
  facts: TargetFacts,
): ConfigurationPlan {
  const chosen = createChoice(rows, target);
  const barred = rows.flatMap(({ section, key, barrier }) => (barrier === null ? [] : [{ section, key, reason: barrier, names: [] }]));
  const refusals = [...barred, ...definitionRefusals(chosen), ...themeRefusals(chosen), ...templateRefusals(chosen, facts)];
  return { steps: refusals.length > 0 ? [] : stepsOf(chosen), asks: asksOf(chosen), refusals };
}

function createChoice(rows: readonly ChosenRow[], target: ConfigurationDocument) {
  const of = (section: Section) => rows.filter((row) => row.section === section);
  return {
    rows,
    target,
    of,
    /** Returns the values of a section after the plan. */
    after(section: Section): ReadonlyMap<string, JsonValue> {
      const values = new Map(entriesIn(target, section) ?? []);
      for (const { key, source } of of(section)) {
        if (source === undefined) values.delete(key);
        else values.set(key, source);
      }
      return values;
    },
  };
}

type Choice = ReturnType<typeof createChoice>;

const scopes = ['permissions.team', 'permissions.project'] as const;

/** Which permissions each default list may have. */
const scopeOfDefaults: Readonly<Record<string, (typeof scopes)[number]>> = {
  team_creator: 'permissions.team',
  team_member: 'permissions.team',
  user: 'permissions.project',
};

function definitionRefusals(chosen: Choice): readonly PlanRefusal[] {
  return scopes.flatMap((section) => {
    const definitions = Object.fromEntries(chosen.after(section)) as Readonly<Record<string, DefinitionEntry>>;
    const isThere = (id: string) => Object.hasOwn(definitions, id) || (isBuiltIn(id) && section === 'permissions.team');
    const holders = [
      ...Object.entries(definitions).map(([key, { contains }]) => ({ section, key, ids: contains })),
      ...[...chosen.after('default_permissions')]
        .filter(([key]) => scopeOfDefaults[key] === section)
        .map(([key, ids]) => ({ section: 'default_permissions' as const, key, ids: ids as string[] })),
    ];
    const missing = holders.flatMap(({ ids, ...entry }): readonly PlanRefusal[] => {
      const names = ids.filter((id) => !isThere(id));
      return names.length === 0 ? [] : [{ ...entry, reason: 'missing-permission', names }];
    });
    const circle = chosen.of(section).some(({ source }) => source !== undefined) ? circleIn(definitions) : null;
    const [first = ''] = circle ?? [];
    return [
      ...missing,
      ...(circle === null ? [] : [{ section, key: first, reason: 'circle' as const, names: circle }]),
      ...otherScope(chosen, section),
    ];
  });
}

/** Both scopes have one set of IDs, and a definition can't move from one to the other while others contain it. */
function otherScope(chosen: Choice, section: (typeof scopes)[number]): readonly PlanRefusal[] {
  const other = entriesIn(chosen.target, section === 'permissions.team' ? 'permissions.project' : 'permissions.team');
  const created = chosen.of(section).filter(({ target }) => target === undefined);
  return created.filter(({ key }) => other?.has(key)).map(({ key }) => ({ section, key, reason: 'other-scope', names: [key] }));
}

function themeRefusals(chosen: Choice): readonly PlanRefusal[] {
  const themes = chosen.after('email_themes');
  const uses = [
    ...chosen
      .of('settings')
      .filter(({ key }) => key === 'email_theme')
      .map((row) => ({ row, theme: row.source })),
    ...chosen.of('email_templates').map((row) => ({ row, theme: (row.source as { theme?: JsonValue } | undefined)?.theme })),
  ];
  return uses.flatMap(({ row: { section, key }, theme }) =>
    typeof theme === 'string' && !themes.has(theme) ? [{ section, key, reason: 'missing-theme' as const, names: [theme] }] : [],
  );
}

const serverOf = (values: ReadonlyMap<string, JsonValue> | undefined) => (values?.get('server') as EmailServerEntry | undefined)?.type;

/** Templates change only while the project has its own server (wire/endpoints 9.2, wire/newer 2.6). */
function templateRefusals(chosen: Choice, { has }: TargetFacts): readonly PlanRefusal[] {
  const [now, then] = [serverOf(entriesIn(chosen.target, 'email_server')), serverOf(chosen.after('email_server'))];
  const written = chosen.of('email_templates').filter(({ source }) => source !== undefined);
  const refused: readonly PlanRefusal[] =
    now === 'shared' && then === 'shared'
      ? written.map(({ section, key }) => ({ section, key, reason: 'needs-own-server', names: [] }))
      : [];
  const own = [...chosen.after('email_templates').keys()];
  const becomesShared = now !== 'shared' && then === 'shared' && !has('templates-by-id') && own.length > 0;
  return becomesShared ? [...refused, { section: 'email_server', key: 'server', reason: 'needs-default-templates', names: own }] : refused;
}

/** Returns whether the target has the secret of a provider or the server: that of the same client, or for the same host. */
export function keepsSecret({ section, source, target }: ChosenRow): boolean {
  const [wanted, present] = [source, target] as (ProviderEntry | EmailServerEntry | undefined)[];
  if (wanted?.type !== 'standard') return true;
  if (present?.type !== 'standard') return false;
  return section === 'providers'
    ? 'client_id' in wanted && 'client_id' in present && wanted.client_id === present.client_id
    : 'host' in wanted && 'host' in present && wanted.host === present.host;
}

/** Returns the name of the placeholder in a value. */
export function placeholderIn(value: JsonValue | undefined): string | undefined {
  const { client_secret, password } = (value ?? {}) as Readonly<Record<string, JsonValue>>;
  const text = client_secret ?? password;
  return typeof text === 'string' ? text.slice(2, -1) : undefined;
}

function asksOf(chosen: Choice): readonly AskedSecret[] {
  return [...chosen.of('providers'), ...chosen.of('email_server')].flatMap((row) => {
    const name = placeholderIn(row.source);
    return keepsSecret(row) || name === undefined ? [] : [{ section: row.section, key: row.key, name }];
  });
}

const step = (kind: StepKind, rows: readonly ChosenRow[], follows = false): PlanStep => ({ kind, rows, follows });
const isWanted = ({ source }: ChosenRow) => source !== undefined;
const isNew = ({ target }: ChosenRow) => target === undefined;

const ofProject: readonly Section[] = ['settings', 'sign_in_methods', 'providers', 'domains', 'default_permissions', 'email_server'];

/** What others name comes first, and what is deleted last, as its deletion changes what names it. */
function stepsOf(chosen: Choice): readonly PlanStep[] {
  const definitions = definitionSteps(chosen);
  const server = chosen.of('email_server');
  const views = chosen.of('saved_views');
  const project = sections.filter((section) => ofProject.includes(section)).flatMap(chosen.of);
  const isLeaving = serverOf(chosen.after('email_server')) === 'shared' && server.length > 0;
  const first = project.filter(({ section }) => !isLeaving || section !== 'email_server');
  const update = (rows: readonly ChosenRow[]) => (rows.length > 0 ? [step('update-project', rows)] : []);
  return [
    ...definitions.first,
    ...chosen.of('email_themes').flatMap((row) => created(row, 'create-theme', 'update-theme')),
    ...update(first),
    ...templateSteps(chosen),
    ...update(isLeaving ? server : []),
    ...definitions.last,
    ...chosen.of('metadata_schemas').map((row) => step('set-schema', [row])),
    // What is deleted makes room for what is new.
    ...views.filter((row) => !isWanted(row)).map((row) => step('delete-view', [row])),
    ...views.filter(isWanted).map((row) => step('save-view', [row])),
  ];
}

/** The service creates themes and templates with its own source. */
const created = (row: ChosenRow, create: StepKind, update: StepKind) =>
  isNew(row) ? [step(create, [row]), step(update, [row], true)] : [step(update, [row])];

function definitionSteps(chosen: Choice): { readonly first: readonly PlanStep[]; readonly last: readonly PlanStep[] } {
  const sorted = (rows: readonly ChosenRow[], side: 'source' | 'target') => {
    const byId = new Map(rows.map((row) => [row.key, row]));
    const definitions = Object.fromEntries(rows.map((row) => [row.key, row[side]])) as Readonly<Record<string, DefinitionEntry>>;
    return containedFirst([...byId.keys()], definitions).flatMap((id) => byId.get(id) ?? []);
  };
  const all = scopes.map((section) => {
    const rows = chosen.of(section);
    return {
      created: sorted(
        rows.filter((row) => isWanted(row) && isNew(row)),
        'source',
      ).map((row) => step('create-definition', [row])),
      updated: rows.filter((row) => isWanted(row) && !isNew(row)).map((row) => step('update-definition', [row])),
      // One that is deleted leaves those that contain it.
      deleted: sorted(
        rows.filter((row) => !isWanted(row)),
        'target',
      )
        .reverse()
        .map((row) => step('delete-definition', [row])),
    };
  });
  return {
    first: [...all.flatMap((each) => each.created), ...all.flatMap((each) => each.updated)],
    last: all.flatMap((each) => each.deleted),
  };
}

function templateSteps(chosen: Choice): readonly PlanStep[] {
  const rows = chosen.of('email_templates');
  const hasType = ({ source }: ChosenRow) => 'subject' in ((source ?? {}) as TemplateEntry);
  const written = rows
    .filter(isWanted)
    .flatMap((row) => (hasType(row) ? [step('update-template', [row])] : created(row, 'create-template', 'update-template')));
  return [...rows.filter((row) => !isWanted(row)).map((row) => step('delete-template', [row])), ...written];
}

/** Returns the rows of a step that are still to be made, and those whose value is neither what it must still be nor what is wanted. */
export function openRows({ rows, follows }: PlanStep, document: ConfigurationDocument) {
  const valued = rows.map((row) => ({ row, value: valueIn(document, row) }));
  const left = valued.filter(({ row, value }) => !isSameEntry(row.section, value, row.source));
  const isChanged = ({ row, value }: (typeof valued)[number]) =>
    follows ? value === undefined : !isSameEntry(row.section, value, row.target);
  return { open: left.map(({ row }) => row), conflicts: left.filter(isChanged).map(({ row }) => row) };
}
