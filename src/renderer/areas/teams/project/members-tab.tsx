import { Mail, UserPlus, UsersRound } from 'lucide-react';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { ProjectTeamRef } from '#data/keys.ts';
import { readRawUser } from '#data/raw.ts';
import { useScope } from '#data/use-scope.ts';
import { type UserFilter, type UserPages, useLoadedFilter, useUserPages } from '#data/user-pages.ts';
import { cx } from '#lib/class-names.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { teamName, userName } from '#lib/rules/names.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import type { ExportDialogProps } from '#parts/export/export-dialog.tsx';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { useRowMenu } from '#parts/row-menu/row-menu.tsx';
import { useCurl } from '#parts/row-menu/use-curl.ts';
import { useSelectionKeys } from '#parts/selection/use-clear-selection.ts';
import { useListSelection } from '#parts/selection/use-list-selection.ts';
import { isSelecting, type Selection, useSelection } from '#parts/selection/use-selection.ts';
import { UserPicker } from '#parts/user-picker.tsx';
import type { ListMenu } from '#ui/data/list/use-row-clicks.ts';
import { VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { ListBody, ListFooter, ListFrame, ListToolbar, ToolbarNote } from '#ui/layout/list-frame.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { paths } from '#window/routes.ts';
import { useSearchText } from '#window/use-change-url-state.ts';
import { useAddMember } from '../members-data';
import { type Member, useMemberColumns, useMemberName } from '../parts/member-columns';
import { RemoveMemberDialog } from '../parts/remove-member-dialog';
import { MembersBar } from './members-bar';
import type { TeamTabProps } from './team-tab-props';
import styles from './teams.module.css';

/** Shows the number of members that were read, and whether the next page failed. */
export function MembersFooter({ pages: { count, hasMore, error, omitted, retry } }: { pages: UserPages }) {
  const { t, locale } = useMessages();
  const counts = { count, shown: formatNumber(count, locale) };
  return (
    <ListFooter role="status">
      {error === null ? (
        t(hasMore ? 'members.loaded' : 'team.members.count', counts)
      ) : (
        <>
          <span>{t('members.page-failed')}</span>
          <RetryButton size="sm" report={reportOf(error)} onRetry={retry} />
        </>
      )}
      <OmittedNote omitted={omitted} />
    </ListFooter>
  );
}

interface MembersTabProps extends TeamTabProps {
  /** Opens the form that invites. */
  onInvite: () => void;
}

/** The members of the team, page by page, whatever their number. */
export function MembersTab({ team, of, onInvite }: MembersTabProps) {
  const { connectionId, readOnly } = useScope();
  const navigate = useNavigate();
  const reasonId = useId();
  const [query, setQuery] = useSearchText();
  const [removed, setRemoved] = useState<Member | null>(null);
  const [isAdding, setAdding] = useState(false);
  const filter = useMemo(() => ({ team: of.teamId, desc: false, ...(query === '' ? {} : { q: query }) }), [of.teamId, query]);
  const { shown, isStale } = useLoadedFilter(of.connectionId, filter);
  const selection = useSelection<ServerUser>(JSON.stringify(shown), userKey);
  const list = useRef<HTMLDivElement>(null);
  const { press, clear } = useSelectionKeys(list, selection);
  const open = ({ id }: ServerUser) => void navigate(paths.user(connectionId, id));
  const { menu, element } = useMemberMenu({ disabledReason: readOnly, onOpen: open, onRemove: setRemoved });
  return (
    <ListFrame ref={list} className={styles.list} onKeyDown={press}>
      {!isSelecting(selection) && (
        <MembersToolbar
          of={of}
          query={query}
          blocked={readOnly}
          reasonId={reasonId}
          onQuery={setQuery}
          onAdd={() => setAdding(true)}
          onInvite={onInvite}
        />
      )}
      <ListBody className={cx(styles.body, isStale && styles.stale)} aria-busy={isStale}>
        <Rows
          key={JSON.stringify(shown)}
          team={team}
          of={of}
          filter={shown}
          selection={selection}
          menu={menu}
          blockedBy={readOnly === undefined ? undefined : reasonId}
          onOpen={open}
          onRemove={setRemoved}
          onUnselect={clear}
          onClear={() => setQuery('')}
        />
      </ListBody>
      {element}
      <RemoveMemberDialog team={team} of={of} member={removed} onRemoved={selection.drop} onClose={() => setRemoved(null)} />
      {isAdding && <AddMemberDialog of={of} onClose={() => setAdding(false)} />}
    </ListFrame>
  );
}

interface MemberMenuOptions {
  /** Why no member can be removed. */
  readonly disabledReason: string | undefined;
  readonly onOpen: (user: ServerUser) => void;
  readonly onRemove: (member: Member) => void;
}

/** Returns the menu of the members. Its element is outside of what goes with the rows, so that other rows don't close it. */
function useMemberMenu({ disabledReason, onOpen, onRemove }: MemberMenuOptions) {
  const { t } = useMessages();
  const { connectionId } = useScope();
  const nameOf = useMemberName();
  const curl = useCurl(connectionId);
  return useRowMenu((user: ServerUser) => ({
    name: nameOf(memberOf(user)),
    onOpen: () => onOpen(user),
    id: user.id,
    email: user.primary_email,
    path: paths.user(connectionId, user.id),
    readJson: () => readRawUser(connectionId, user.id),
    curl: curl({ access: 'server', path: `/users/${encodeURIComponent(user.id)}` }),
    remove: { label: t('team.member.remove.confirm'), disabledReason, onSelect: () => onRemove(memberOf(user)) },
  }));
}

interface MembersToolbarProps {
  of: ProjectTeamRef;
  query: string;
  blocked: string | undefined;
  /** The ID of the element that says why. */
  reasonId: string;
  onQuery: (query: string) => void;
  onAdd: () => void;
  onInvite: () => void;
}

function MembersToolbar({ of, query, blocked, reasonId, onQuery, onAdd, onInvite }: MembersToolbarProps) {
  const { t } = useMessages();
  const actions = (
    <span className={styles.actions}>
      <ExportButton connectionId={of.connectionId} kind="members" scopes={memberScopes(of.teamId)} />
      <Button icon={Mail} onClick={onInvite}>
        {t('members.invite')}
      </Button>
      <Button variant="primary" icon={UserPlus} disabledReason={blocked} onClick={onAdd}>
        {t('members.add')}
      </Button>
    </span>
  );
  return (
    <ListToolbar label={t('users.toolbar')} end={actions}>
      <DelayedSearchInput className={styles.search} label={t('users.search')} value={query} onValueChange={onQuery} />
      {blocked !== undefined && <ToolbarNote id={reasonId}>{blocked}</ToolbarNote>}
    </ListToolbar>
  );
}

/** The members of the team, or those of all teams. */
function memberScopes(teamId: string): ExportDialogProps['scopes'] {
  return [
    { scope: { kind: 'team', teamId }, count: null },
    { scope: { kind: 'all' }, count: null },
  ];
}

interface RowsProps extends TeamTabProps {
  filter: UserFilter;
  selection: Selection<ServerUser>;
  menu: ListMenu<ServerUser>;
  /** The ID of the element that says why no member can be removed, if none can. */
  blockedBy: string | undefined;
  onOpen: (user: ServerUser) => void;
  onRemove: (member: Member) => void;
  onUnselect: () => void;
  onClear: () => void;
}

function Rows({ team, of, filter, selection, menu, blockedBy, onOpen, onRemove, onUnselect, onClear }: RowsProps) {
  const messages = useMessages();
  const { t } = messages;
  const { connectionId } = useScope();
  const pages = useUserPages(connectionId, filter);
  const columns = useMemberColumns({ memberOf, canRemove: true, blockedBy, onRemove });
  const nameOf = useMemberName();
  const rowName = useCallback((user: ServerUser) => nameOf(memberOf(user)), [nameOf]);
  const { count } = pages;
  const rows = useListSelection({ selection, count, read: pages.usersBetween, nameOf: rowName });
  const bar = isSelecting(selection) && (
    <MembersBar
      of={of}
      team={teamName(messages, team)}
      selection={selection}
      matching={pages.hasMore ? null : count}
      onAll={rows.onAll}
      onClear={onUnselect}
    />
  );
  if (pages.isLoading) return <SkeletonTable rowHeight={44} />;
  if (pages.error !== null && count === 0) return <ErrorState report={reportOf(pages.error)} onRetry={pages.retry} />;
  if (count === 0 && pages.omitted === undefined)
    return (
      <>
        {bar}
        <NoMembers filter={filter} onClear={onClear} />
      </>
    );
  return (
    <>
      {bar}
      <div className={styles.rows}>
        <VirtualList
          label={t('team.tab.members')}
          columns={columns}
          count={count}
          itemAt={pages.userAt}
          getKey={userKey}
          rowHeight={44}
          onOpen={onOpen}
          selection={rows}
          menu={menu}
          onView={pages.onView}
          hasMore={pages.hasMore}
        />
      </div>
      <MembersFooter pages={pages} />
    </>
  );
}

function NoMembers({ filter, onClear }: Pick<RowsProps, 'filter' | 'onClear'>) {
  const { t } = useMessages();
  return filter.q === undefined ? (
    <EmptyState icon={UsersRound} title={t('members.none')} text={t('members.none.text')} />
  ) : (
    <NoMatchState
      title={t('team.members.no-match')}
      text={t('users.no-match.text')}
      clearLabel={t('team.members.clear')}
      onClear={onClear}
    />
  );
}

const userKey = ({ id }: ServerUser) => id;

function memberOf({ id, display_name: name, primary_email: email, profile_image_url: imageUrl }: ServerUser): Member {
  return { id, name, email, imageUrl };
}

/** Adds an existing user to the team. */
function AddMemberDialog({ of, onClose }: { of: ProjectTeamRef; onClose: () => void }) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { environment } = useScope();
  const [user, setUser] = useState<ServerUser | null>(null);
  const { mutateAsync: add } = useAddMember(of);
  const adding = useAction(
    async (chosen: ServerUser) => {
      await add(chosen.id);
      return chosen;
    },
    {
      onDone: (chosen) => {
        show({ tone: 'good', title: (messages) => messages.t('members.added', { name: userName(messages, chosen) }) });
        onClose();
      },
      toastsLate: true,
    },
  );
  return (
    <FormDialog
      title={t('members.add')}
      description={t('members.add.text')}
      environment={environment}
      actionLabel={t('members.add')}
      busy={adding.isPending}
      disabledReason={user === null ? t('members.add.missing') : undefined}
      onClose={onClose}
      onSubmit={() => {
        if (user !== null) void adding.run(user);
      }}
    >
      {adding.failure !== null && <FormFailure report={adding.failure} />}
      <UserPicker
        connectionId={of.connectionId}
        label={t('users.column.user')}
        value={user}
        teamId={of.teamId}
        onChange={(chosen) => {
          setUser(chosen);
          adding.reset();
        }}
      />
    </FormDialog>
  );
}
