/** The calls of windows about what columns become. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail } from '#contract/errors.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import type { Caller } from '../ports/caller';
import { knownProject, knownUsers } from './checking/known-project';
import { permissionDraft, planPermissions } from './checking/plan-permissions';
import { planTeam, teamDraft } from './checking/plan-teams';
import { planUser } from './checking/plan-user';
import { cutChanges, mappedColumns, type PlannedLine } from './checking/planned-line';
import { userDraft } from './checking/user-draft';
import { columnNotes, mappingProblems } from './mapping/check-mapping';
import { suggestedMapping } from './mapping/suggest-mapping';
import { type OpenImport, type ProjectAccess, shownLine } from './open-import';
import type { FileRecord } from './reading/file-record';

type ImportHandlers = Handlers<Bridge, Caller>['imports'];

/** Creates the handlers. */
export function createMappingCalls(
  find: (id: string, caller: Caller) => OpenImport,
): Pick<ImportHandlers, 'suggest' | 'tryMapping' | 'previewLine' | 'check'> {
  /** Throws `bad-input` for a mapping with problems, or of another kind. */
  const assertFine = (open: OpenImport, mapping: ImportMapping) => {
    if (mapping.kind !== open.run().kind || mappingProblems(mapping, open.read().outline.columns).length > 0)
      throw fail('bad-input', { path: 'mapping' });
  };
  return {
    suggest: async ({ id }, caller) => {
      const open = find(id, caller);
      return suggestedMapping(open.run().kind, open.read().outline.columns);
    },
    async tryMapping({ id, mapping }, caller) {
      const open = find(id, caller);
      const { columns, first } = open.read().outline;
      const project = knownProject(open.access.sourceOf(new AbortController().signal));
      return {
        problems: [...mappingProblems(mapping, columns)],
        notes: [...(await columnNotes(mapping, columns, first, project))],
        previewable: first.length,
      };
    },
    async previewLine({ id, mapping, at }, caller) {
      const open = find(id, caller);
      assertFine(open, mapping);
      const { columns, first } = open.read().outline;
      const record = first[at];
      if (record === undefined) throw fail('bad-input', { path: 'at' });
      const line = await plannedLine(open.access, mapping, columns, record);
      return shownLine({ ...line, changes: cutChanges(line.changes) }, at);
    },
    async check({ id, mapping }, caller) {
      const open = find(id, caller);
      assertFine(open, mapping);
      open.check(mapping);
      return null;
    },
  };
}

/** All that an import can change. */
const allFields = [
  ...(['primary_email_verified', 'primary_email_auth_enabled', 'profile_image_url', 'otp_auth_enabled'] as const),
  ...(['client_metadata', 'client_read_only_metadata', 'server_metadata'] as const),
];

/** Plans one line alone: one that is about the same as another isn't noticed. */
async function plannedLine(
  access: ProjectAccess,
  mapping: ImportMapping,
  names: readonly string[],
  record: FileRecord,
): Promise<PlannedLine> {
  const source = access.sourceOf(new AbortController().signal);
  const foldsCase = await source.hasFeature('lower-case-emails');
  const fold = (email: string) => (foldsCase ? email.toLowerCase() : email);
  const columns = mappedColumns(mapping, names);
  const project = knownProject(source);
  const usersOf = (ids: readonly string[], emails: readonly string[]) =>
    knownUsers(
      // A few users are asked for, however many the index has.
      { source, hasIndex: false, fold, fields: allFields, onPart: async () => undefined },
      { ids: new Set(ids), emails: new Set(emails) },
    );
  if (mapping.kind === 'users') {
    const draft = userDraft(columns, record);
    const isById = mapping.match === 'id' && draft.id !== null;
    const users = await usersOf(isById ? [draft.id ?? ''] : [], isById || draft.email === null ? [] : [fold(draft.email)]);
    return planUser(draft, { mapping, users, project, own: access.ownTargets(), fold, lines: new Map() });
  }
  if (mapping.kind === 'teams') {
    const draft = teamDraft(columns, record);
    const texts = (by: 'id' | 'email') => draft.members.filter((member) => member.by === by).map(({ text }) => fold(text));
    return onlyOne(await planTeam([draft], { mapping, users: await usersOf(texts('id'), texts('email')), project, fold }));
  }
  const draft = permissionDraft(columns, record, mapping);
  // Others that it contains may be in the file.
  return onlyOne(await planPermissions([{ ...draft, contained: undefined }], mapping, project));
}

function onlyOne([line]: readonly PlannedLine[]): PlannedLine {
  if (line === undefined) throw fail('internal');
  return line;
}
