import { useMemo } from 'react';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { shortenMiddle } from '#lib/intl/format.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import type { Column } from '#ui/data/virtual-list.tsx';
import styles from '../project/teams.module.css';

const widths = { image: '36px', name: 'minmax(160px, 1fr)', id: '136px', created: '124px' } as const;

/** The widths of the columns, for the list while it loads. */
export const teamTemplate = Object.values(widths).join(' ');

/** Returns the columns of the teams list. The service doesn't count members in lists. */
export function useTeamColumns(): Column<ServerTeam>[] {
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
        id: 'id',
        header: t('teams.column.id'),
        width: widths.id,
        cell: ({ id }) => (
          <span className={styles.id} title={id}>
            {shortenMiddle(id)}
          </span>
        ),
      },
      {
        id: 'created',
        header: t('teams.column.created'),
        width: widths.created,
        numeric: true,
        cell: ({ created_at_millis: millis }) => <RelativeTime className={styles.quiet ?? ''} millis={millis} />,
      },
    ],
    [t, nameOf],
  );
}
