import { useMemo } from 'react';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { useMemberCount } from '#data/user-pages.ts';
import { formatAtLeast, formatNumber } from '#lib/intl/format.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import type { Column } from '#ui/data/virtual-list.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from '../project/teams.module.css';

const widths = { image: '36px', name: 'minmax(160px, 1fr)', members: '96px', created: '124px' } as const;

/** The widths of the columns, for the list while it loads. */
export const teamTemplate = Object.values(widths).join(' ');

/** Returns the columns of the teams list. The service doesn't count members in lists, so those of the visible teams are read. */
export function useTeamColumns(connectionId: string): Column<ServerTeam>[] {
  const { t } = useMessages();
  const nameOf = useTeamName();
  return useMemo(
    () => [
      {
        id: 'image',
        header: '',
        label: t('teams.column.image'),
        width: widths.image,
        cell: (team) => <Avatar id={team.id} name={team.display_name} imageUrl={team.profile_image_url} />,
      },
      {
        id: 'name',
        header: t('teams.column.name'),
        width: widths.name,
        cell: (team) => (
          <bdi className={styles.name} title={nameOf(team)}>
            {nameOf(team)}
          </bdi>
        ),
      },
      {
        id: 'members',
        header: t('teams.column.members'),
        width: widths.members,
        numeric: true,
        cell: ({ id }) => <Members connectionId={connectionId} teamId={id} />,
      },
      {
        id: 'created',
        header: t('teams.column.created'),
        width: widths.created,
        numeric: true,
        cell: ({ created_at_millis: millis }) => <RelativeTime className={styles.quiet ?? ''} millis={millis} />,
      },
    ],
    [t, nameOf, connectionId],
  );
}

function Members({ connectionId, teamId }: { connectionId: string; teamId: string }) {
  const { t, locale } = useMessages();
  const { data, error } = useMemberCount(connectionId, teamId);
  if (data !== undefined)
    return <span className={styles.quiet}>{data.isMore ? formatAtLeast(data.count, locale) : formatNumber(data.count, locale)}</span>;
  if (error === null) return <Skeleton width={20} />;
  return (
    <span className={styles.quiet} title={t('members.page-failed')}>
      –
    </span>
  );
}
