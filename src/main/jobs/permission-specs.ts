/** Specs of actions that grant and revoke permissions. */
import type { JobAction } from '#contract/jobs/job-action.ts';
import { catalog } from '#contract/service/index.ts';
import { type JobSpec, type ProjectCall, type SpecRow, writeOf } from './job-spec';

type Of<K extends JobAction['kind']> = Extract<JobAction, { kind: K }>;

interface Held {
  readonly isHeld: boolean;
}

const common = {
  target: 'user',
  requests: { count: 1, isExact: true },
  readsFirst: false,
  // Granting twice succeeds (wire/endpoints 6.2).
  isSafeTwice: true,
  sparesOwn: false,
  isDoneWhenGone: false,
  userFields: [],
  seen: ({ isHeld }: Held) => isHeld,
} as const;

const held = (userIds: ReadonlySet<string>) => ({ stateOf: ({ id }: SpecRow['target']) => ({ isHeld: userIds.has(id) }) });

/** Reads who has a permission directly in the project, in one list. */
async function holdersInProject(call: ProjectCall, permissionId: string, userId?: string): Promise<ReadonlySet<string>> {
  const query = { permission_id: permissionId, recursive: 'false', ...(userId === undefined ? {} : { user_id: userId }) } as const;
  const { items } = await call(catalog.permissions.inProject, 'project', { query });
  return new Set(items.map(({ user_id: id }) => id));
}

function inProject({ kind, permissionId }: Of<'users.grantInProject' | 'users.revokeInProject'>): JobSpec<Held> {
  const isGrant = kind === 'users.grantInProject';
  const write = (userId: string, before?: unknown) => {
    const params = { user_id: userId, permission_id: permissionId };
    return isGrant
      ? writeOf('permissions.grantInProject', { params, body: {} }, before)
      : writeOf('permissions.revokeInProject', { params }, before);
  };
  const items = (userId: string) => (isGrant ? [] : [{ id: permissionId, user_id: userId }]);
  return {
    ...common,
    write: write('', { items: [] }),
    needless: {},
    survey: async (call) => held(await holdersInProject(call, permissionId)),
    read: async (call, { target }) => ({ isHeld: (await holdersInProject(call, permissionId, target.id)).has(target.id) }),
    judge: (_row, { isHeld }) => (isHeld === isGrant ? 'already' : null),
    // The preview has left out the users for whom it was so already: the old value is known without a request for each row.
    calls: ({ target }) => [write(target.id, { items: items(target.id) })],
    undo: {
      action: { kind: isGrant ? 'users.revokeInProject' : 'users.grantInProject', permissionId },
      rowValue: () => null,
      before: isGrant,
    },
  };
}

export const permissionSpecs = {
  'users.grantInProject': inProject,
  'users.revokeInProject': inProject,
};
