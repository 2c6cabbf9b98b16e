import { Lock } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { ClientMemberProfile } from '#contract/service/models/team-models.ts';
import { useOwnUser } from '#data/own-user.ts';
import { readRawProfile } from '#data/raw.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { useRowMenu } from '#parts/row-menu/row-menu.tsx';
import { useCurl } from '#parts/row-menu/use-curl.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { Skeleton, SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { ListBody, ListFooter, ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import type { useTeamMembers } from '../members-data';
import { type Member, useMemberColumns, useMemberName } from '../parts/member-columns';
import { RemoveMemberDialog } from '../parts/remove-member-dialog';
import styles from './own-team.module.css';
import type { TeamTabProps } from './team-tab-props';

/** Returns the members whose name contains the query or whose ID it is, the account's own user first, others in the order of joining. */
export function findMembers(members: readonly ClientMemberProfile[], query: string, ownId: string | null): readonly ClientMemberProfile[] {
  const wanted = foldText(query);
  const found = members.filter(({ display_name: name, user_id: id }) => foldText(name ?? '').includes(wanted) || foldText(id) === wanted);
  const own = found.find(({ user_id: id }) => id === ownId);
  return own === undefined ? found : [own, ...found.filter((member) => member !== own)];
}

interface MembersTabProps extends TeamTabProps {
  members: ReturnType<typeof useTeamMembers>;
}

/** The team's members, if the account may read them. */
export function MembersTab(props: MembersTabProps) {
  const { t } = useMessages();
  const { of, access, members } = props;
  const lack = access.lack('readMembers');
  if (lack !== undefined) return <EmptyState icon={Lock} title={t('team.members.locked')} text={lack} />;
  const { data, error, isFetching, refetch } = members;
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined && failure) return <AccountError connectionId={of.connectionId} {...failure} />;
  if (data === undefined)
    return (
      <ListFrame className={styles.members}>
        <ListToolbar>
          <Skeleton width={240} height={32} />
        </ListToolbar>
        <SkeletonTable rowHeight={44} />
      </ListFrame>
    );
  return (
    <ListFrame className={styles.members}>
      {failure && <OutdatedMessage {...failure} />}
      <Members {...props} items={data.items} />
      <OmittedNote omitted={data.omitted} />
    </ListFrame>
  );
}

function Members({ team, of, access, items }: TeamTabProps & { items: readonly ClientMemberProfile[] }) {
  const { t, locale } = useMessages();
  const { data: user } = useOwnUser(of.connectionId, of.accountId);
  const [query, setQuery] = useState('');
  const [removed, setRemoved] = useState<Member | null>(null);
  const found = useMemo(() => findMembers(items, query, user?.id ?? null), [items, query, user?.id]);
  const counts = { count: items.length, shown: formatNumber(found.length, locale), all: formatNumber(items.length, locale) };
  const reasonId = useId();
  const blocked = access.block('removeMembers');
  const columns = useMemberColumns({
    memberOf,
    ownId: user?.id ?? null,
    canRemove: user !== undefined,
    blockedBy: blocked && reasonId,
    onRemove: setRemoved,
  });
  const nameOf = useMemberName();
  const curl = useCurl(of.connectionId);
  const { menu, element } = useRowMenu((member: ClientMemberProfile) => ({
    name: nameOf(memberOf(member)),
    id: member.user_id,
    readJson: () => readRawProfile(of, member.user_id),
    curl: curl({ access: 'client', path: `/team-member-profiles/${encodeURIComponent(team.id)}/${encodeURIComponent(member.user_id)}` }),
  }));
  return (
    <>
      <ListToolbar>
        <SearchInput className={styles.search} label={t('team.members.search')} value={query} onValueChange={setQuery} />
        {blocked !== undefined && (
          <p id={reasonId} className={styles.reason}>
            {t('team.members.remove-blocked', { reason: blocked })}
          </p>
        )}
      </ListToolbar>
      <ListBody>
        {found.length === 0 ? (
          <NoMatchState
            title={t('team.members.no-match')}
            text={t('team.members.no-match.text')}
            clearLabel={t('team.members.clear')}
            onClear={() => setQuery('')}
          />
        ) : (
          <VirtualList
            label={t('team.tab.members')}
            columns={columns}
            count={found.length}
            itemAt={(index) => found[index]}
            getKey={memberKey}
            menu={menu}
            rowHeight={44}
          />
        )}
      </ListBody>
      <ListFooter role="status">{t(query.trim() === '' ? 'team.members.count' : 'team.members.found', counts)}</ListFooter>
      {element}
      <RemoveMemberDialog team={team} of={of} member={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

const memberKey = ({ user_id: id }: ClientMemberProfile) => id;

function memberOf({ user_id: id, display_name: name, profile_image_url: imageUrl }: ClientMemberProfile): Member {
  return { id, name, imageUrl };
}
