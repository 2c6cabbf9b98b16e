/** Specs of actions on what the project has itself: definitions of permissions, and emails on their way. */
import type { SkipReason } from '#contract/jobs/job.ts';
import type { JobAction } from '#contract/jobs/job-action.ts';
import { catalog } from '#contract/service/index.ts';
import { actionsOf, type OutboxAction } from '#contract/service/models/outbox-actions.ts';
import type { OutboxEmail, OutboxEmailContent } from '#contract/service/models/outbox-models.ts';
import { isBuiltIn } from '#contract/service/models/permission-ids.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import { type JobSpec, type ProjectCall, type SpecRow, writeOf } from './job-spec';
import { nullIfGone } from './row-errors';

type Of<K extends JobAction['kind']> = Extract<JobAction, { kind: K }>;

const common = {
  requests: { count: 2, isExact: true },
  readsFirst: true,
  isSafeTwice: true,
  sparesOwn: false,
} as const;

/** Deletes definitions, and with each of them what was granted and contained of it (wire/endpoints 6.3). */
function deleteDefinitions({ of }: Of<'definitions.delete'>): JobSpec<PermissionDefinition> {
  const write = (id: string, before?: unknown) =>
    writeOf(of === 'team' ? 'permissions.deleteTeamDefinition' : 'permissions.deleteProjectDefinition', { params: { id } }, before);
  const list = async (call: ProjectCall) => {
    const { items } = await call(
      of === 'team' ? catalog.permissions.teamDefinitions : catalog.permissions.projectDefinitions,
      'project',
      {},
    );
    return new Map(items.map((definition) => [definition.id, definition]));
  };
  return {
    ...common,
    write: write('a'),
    target: 'definition',
    needless: {},
    isDoneWhenGone: true,
    async survey(call) {
      const found = await list(call);
      return { stateOf: ({ id }) => found.get(id) ?? null };
    },
    read: async (call, { target }) => (await list(call)).get(target.id) ?? null,
    judge: ({ target }) => (isBuiltIn(target.id) ? 'built-in' : null),
    seen: () => null,
    nameOf: ({ id }) => ({ name: id }),
    calls: ({ target }, state) => [write(target.id, state === null ? undefined : { items: [state] })],
    undo: null,
  };
}

/** An email as lists have it, with its content once it was read alone. */
type Email = OutboxEmail & Partial<Pick<OutboxEmailContent, 'tsx_source'>>;

/** Pages of the outbox that a preview reads. Of older emails, each is read when it is sent. */
const maxPages = 5;

async function latestEmails(call: ProjectCall, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, Email>> {
  const found = new Map<string, Email>();
  let cursor: string | null | undefined;
  for (let page = 0; page < maxPages && cursor !== null && found.size < wanted.size; page += 1) {
    const { items, pagination } = await call(catalog.outbox.list, 'project', {
      query: { limit: '100', ...(cursor === undefined ? {} : { cursor }) },
    });
    for (const email of items) if (wanted.has(email.id)) found.set(email.id, email);
    cursor = pagination.next_cursor;
  }
  return found;
}

type EmailKind = 'emails.pause' | 'emails.resume' | 'emails.retry' | 'emails.cancel';

const actions: Readonly<Record<EmailKind, OutboxAction>> = {
  'emails.pause': 'pause',
  'emails.resume': 'resume',
  'emails.retry': 'retry',
  'emails.cancel': 'cancel',
};

/** Whether an email is as an action leaves it. One that is tried again is on its way, or was sent. */
function isSo(kind: EmailKind, { status, simple_status: progress, skipped_reason: reason }: Email): boolean {
  if (kind === 'emails.pause') return status === 'paused';
  if (kind === 'emails.resume') return progress === 'in-progress' && status !== 'paused';
  if (kind === 'emails.retry') return progress === 'in-progress' || status === 'sent';
  return reason === 'MANUALLY_CANCELLED';
}

function changeEmails({ kind }: Of<EmailKind>): JobSpec<Email> {
  const bodyOf = (source: string) =>
    ({
      'emails.pause': { is_paused: true },
      'emails.resume': { is_paused: false },
      // The content as it is has the email rendered and sent again (wire/later 5).
      'emails.retry': { tsx_source: source },
      'emails.cancel': { cancel: true as const },
    })[kind];
  const write = (id: string, source: string, before?: unknown) =>
    writeOf('outbox.update', { params: { id }, body: bodyOf(source) }, before);
  const judge = (email: Email): SkipReason | null => {
    if (isSo(kind, email)) return 'already';
    return actionsOf(email).includes(actions[kind]) ? null : 'ended';
  };
  const opposite = kind === 'emails.pause' ? 'emails.resume' : kind === 'emails.resume' ? 'emails.pause' : null;
  return {
    ...common,
    write: write('', ''),
    target: 'email',
    needless: { EMAIL_NOT_EDITABLE: 'ended' },
    isDoneWhenGone: false,
    async survey(call, targets) {
      const found = await latestEmails(call, new Set((targets ?? []).map(({ id }) => id)));
      return { stateOf: ({ id }: SpecRow['target']) => found.get(id) };
    },
    read: (call, { target }) => nullIfGone(call(catalog.outbox.read, 'project', { params: { id: target.id } })),
    judge: (_row, email) => judge(email),
    seen: () => null,
    nameOf: ({ subject }) => (subject === undefined ? {} : { name: subject }),
    calls: ({ target }, email) => (email === null ? [] : [write(target.id, email.tsx_source ?? '', email)]),
    undo: opposite && { action: { kind: opposite }, rowValue: () => null, before: null },
  };
}

export const projectSpecs = {
  'definitions.delete': deleteDefinitions,
  'emails.pause': changeEmails,
  'emails.resume': changeEmails,
  'emails.retry': changeEmails,
  'emails.cancel': changeEmails,
};
