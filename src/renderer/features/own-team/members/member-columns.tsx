import { useMemo } from 'react';
import type { ClientMemberProfile } from '../../../../contract/service/models/team-models';
import { shortenMiddle } from '../../../lib/format';
import { useMessages } from '../../../lib/use-messages';
import { Avatar } from '../../../ui/data/avatar';
import { Badge } from '../../../ui/data/badge';
import type { Column } from '../../../ui/data/virtual-list';
import { Button } from '../../../ui/inputs/button';
import styles from '../own-team.module.css';

interface MemberColumnsOptions {
  ownId: string | null;
  /** ID of the element that says why no member can be removed now; undefined if they can. One for all rows, which must stay cheap. */
  blockedBy: string | undefined;
  onRemove: (member: ClientMemberProfile) => void;
}

/** Returns a function that names a member, also one without a name. */
export function useMemberName(): (member: ClientMemberProfile) => string {
  const { t } = useMessages();
  return ({ display_name: name }) => (name === null || name.trim() === '' ? t('team.member.unnamed') : name);
}

/** Returns the columns of the list of members. */
export function useMemberColumns({ ownId, blockedBy, onRemove }: MemberColumnsOptions): Column<ClientMemberProfile>[] {
  const { t } = useMessages();
  return useMemo(
    () => [
      {
        id: 'image',
        header: '',
        label: t('team.members.column.image'),
        width: '32px',
        cell: (member) => <Avatar size={28} name={member.display_name} imageUrl={member.profile_image_url} />,
      },
      {
        id: 'name',
        header: t('team.members.column.name'),
        width: 'minmax(120px, 1fr)',
        cell: (member) => <MemberName member={member} isOwn={member.user_id === ownId} />,
      },
      {
        id: 'user',
        header: t('team.members.column.id'),
        width: '120px',
        cell: ({ user_id: id }) => (
          <span className={styles.id} title={id}>
            {shortenMiddle(id)}
          </span>
        ),
      },
      {
        id: 'remove',
        header: '',
        label: t('team.members.column.actions'),
        width: '84px',
        cell: (member) =>
          ownId !== null && member.user_id !== ownId && <RemoveButton member={member} blockedBy={blockedBy} onRemove={onRemove} />,
      },
    ],
    [t, ownId, blockedBy, onRemove],
  );
}

function MemberName({ member, isOwn }: { member: ClientMemberProfile; isOwn: boolean }) {
  const { t } = useMessages();
  const name = useMemberName()(member);
  return (
    <span className={styles.member}>
      <bdi className={styles.memberName} title={name}>
        {name}
      </bdi>
      {isOwn && <Badge tone="accent">{t('team.member.you')}</Badge>}
    </span>
  );
}

interface RemoveButtonProps extends Pick<MemberColumnsOptions, 'blockedBy' | 'onRemove'> {
  member: ClientMemberProfile;
}

function RemoveButton({ member, blockedBy, onRemove }: RemoveButtonProps) {
  const { t } = useMessages();
  const name = useMemberName()(member);
  const state = blockedBy === undefined ? { onClick: () => onRemove(member) } : { 'aria-disabled': true, 'aria-describedby': blockedBy };
  return (
    <Button size="sm" {...state} aria-label={t('team.member.remove.of', { name })}>
      {t('team.member.remove')}
    </Button>
  );
}
