import { useMemo } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { usePermissionDefinitions } from '#data/permissions.ts';
import { readAdminProject, updateProject, useAdminProject } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { cx } from '#lib/class-names.ts';
import { failureOfReads } from '#lib/errors/read-failure.ts';
import { createPermissionGraph } from '#lib/rules/permission-graph.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { useDraft } from '#parts/conflict/use-draft.ts';
import { ContainsList, fromIdSet, toIdSet } from '#parts/contains-list.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Page, PageSection } from '#ui/layout/page.tsx';
import styles from './panel.module.css';

/** What users get without being asked: as creator of a team, as member of a team, and as user of the project. */
export function DefaultPermissions({ connectionId }: { connectionId: string }) {
  const project = useAdminProject(connectionId, true);
  const inTeams = usePermissionDefinitions(connectionId, 'team', true);
  const inProject = usePermissionDefinitions(connectionId, 'project', true);
  const failure = failureOfReads([project, inTeams, inProject]);
  if (project.data === undefined || inTeams.data === undefined || inProject.data === undefined)
    return failure ? (
      <ErrorState {...failure} />
    ) : (
      <>
        <LoadingStatus />
        <Page className={cx(styles.columns)}>
          {['creator', 'member', 'user'].map((name) => (
            <SkeletonRows key={name} avatar={false} count={12} rowHeight={29} />
          ))}
        </Page>
      </>
    );
  return (
    <>
      {failure && <OutdatedMessage {...failure} />}
      <Defaults
        connectionId={connectionId}
        stored={storedDefaultsValue(project.data.config)}
        inTeams={inTeams.data.items}
        inProject={inProject.data.items}
      />
    </>
  );
}

type Definitions = Parameters<typeof createPermissionGraph>[0];

interface DefaultsProps {
  connectionId: string;
  stored: ReturnType<typeof storedDefaultsValue>;
  inTeams: Definitions;
  inProject: Definitions;
}

const asIds = { show: fromDefaultsValue, parse: toDefaultsValue };

function Defaults({ connectionId, stored, inTeams, inProject }: DefaultsProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const show = useToasts((state) => state.show);
  const teamGraph = useMemo(() => createPermissionGraph(inTeams), [inTeams]);
  const projectGraph = useMemo(() => createPermissionGraph(inProject), [inProject]);
  const label = 'permissions.defaults';
  const source = {
    stored,
    read: async () => storedDefaultsValue((await readAdminProject(connectionId)).config),
    write: (value: typeof stored) => updateProject(connectionId, { config: toDefaultsUpdate(fromDefaultsValue(value)) }),
  };
  const draft = useDraft(source, asIds, () => show({ tone: 'good', title: ({ t }) => t('draft.saved', { label: t(label) }) }));
  const base = fromDefaultsValue(draft.base);
  const section = (name: keyof DefaultIds, graph: typeof teamGraph) => (
    <PageSection title={t(`permissions.defaults.${name}`)} text={t(`permissions.defaults.${name}.text`)}>
      <ContainsList
        label={t(`permissions.defaults.${name}`)}
        ids={graph.ids}
        graph={graph}
        chosen={draft.input[name]}
        stored={base[name]}
        disabledReason={readOnly}
        onChange={(ids) => draft.setInput({ ...draft.input, [name]: ids })}
      />
    </PageSection>
  );
  return (
    <div className={styles.defaults}>
      <div className={styles.scroll}>
        <Page className={cx(styles.columns)}>
          <p className={cx(styles.quiet, styles.lead)}>{readOnly ?? t('permissions.defaults.text')}</p>
          {section('creator', teamGraph)}
          {section('member', teamGraph)}
          {section('user', projectGraph)}
          <ErrorCallout report={draft.saving.failure} />
        </Page>
      </div>
      <DraftBar draft={draft} label={t(label)} connectionId={connectionId} disabledReason={readOnly} />
      <LeaveGuard when={draft.isDirty} isSaving={!draft.isUnsaved} parameter="tab" />
    </div>
  );
}

/** IDs that a new user gets: as creator of a team, as member of a team, and as user of the project. */
interface DefaultIds {
  readonly creator: readonly string[];
  readonly member: readonly string[];
  readonly user: readonly string[];
}

type Ids = readonly { readonly id: string }[];

interface DefaultsConfig {
  readonly team_creator_default_permissions: Ids;
  readonly team_member_default_permissions: Ids;
  readonly user_default_permissions: Ids;
}

/** Returns the value of a draft. */
function toDefaultsValue({ creator, member, user }: DefaultIds): JsonValue {
  return { creator: toIdSet(creator), member: toIdSet(member), user: toIdSet(user) };
}

/** Returns the value of a draft for what is stored. */
function storedDefaultsValue(config: DefaultsConfig): JsonValue {
  return toDefaultsValue({
    creator: config.team_creator_default_permissions.map(({ id }) => id),
    member: config.team_member_default_permissions.map(({ id }) => id),
    user: config.user_default_permissions.map(({ id }) => id),
  });
}

/** Returns the IDs of a value: the reverse of `toDefaultsValue`. */
function fromDefaultsValue(value: JsonValue): DefaultIds {
  const { creator, member, user } = value as { readonly creator: object; readonly member: object; readonly user: object };
  return { creator: fromIdSet(creator), member: fromIdSet(member), user: fromIdSet(user) };
}

/** Returns the part of a project update that stores IDs. */
function toDefaultsUpdate({ creator, member, user }: DefaultIds) {
  const asItems = (ids: readonly string[]) => ids.map((id) => ({ id }));
  return {
    team_creator_default_permissions: asItems(creator),
    team_member_default_permissions: asItems(member),
    user_default_permissions: asItems(user),
  };
}
