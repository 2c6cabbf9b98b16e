import { type MouseEvent, useCallback, useMemo } from 'react';
import { visibleText } from '#contract/text/visible-text.ts';
import { shortenMiddle } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Badge } from '#ui/data/badge.tsx';
import type { Column } from '#ui/data/virtual-list.tsx';
import { Button } from '#ui/inputs/button.tsx';
import styles from './members.module.css';

/** What a list shows of a member. */
export interface Member {
  readonly id: string;
  readonly name: string | null;
  /** Only the project knows it. */
  readonly email?: string | null;
  readonly imageUrl: string | null;
}

interface MemberColumnsOptions<T> {
  /** Returns what is shown of an item. */
  memberOf: (item: T) => Member;
  /** The member who is the account itself. */
  ownId?: string | null;
  /** Whether members can be distinguished by now from the account itself, who is never removed here. */
  canRemove: boolean;
  /** ID of the element that says why no member can be removed now; undefined if they can. One for all rows, which must stay cheap. */
  blockedBy: string | undefined;
  onRemove: (member: Member) => void;
}

type NamedMember = Pick<Member, 'name' | 'email'>;

/** Returns the name of a member, also of one without a name. */
export function memberName({ t }: Translator, { name, email }: NamedMember): string {
  return name === null || visibleText(name) === '' ? (email ?? t('team.member.unnamed')) : name;
}

/** Returns a function that names a member. */
export function useMemberName(): (member: NamedMember) => string {
  const messages = useMessages();
  return useCallback((member) => memberName(messages, member), [messages]);
}

/** Returns the columns of a list of members. */
export function useMemberColumns<T>(options: MemberColumnsOptions<T>): Column<T>[] {
  const { memberOf, ownId, canRemove, blockedBy, onRemove } = options;
  const { t } = useMessages();
  return useMemo(
    () => [
      {
        id: 'image',
        header: '',
        label: t('team.members.column.image'),
        width: '32px',
        cell: (item) => <MemberImage member={memberOf(item)} />,
      },
      {
        id: 'name',
        header: t('team.members.column.name'),
        width: 'minmax(120px, 1fr)',
        cell: (item) => <MemberName member={memberOf(item)} isOwn={memberOf(item).id === ownId} />,
      },
      {
        id: 'user',
        header: t('team.members.column.id'),
        width: '120px',
        cell: (item) => <MemberId id={memberOf(item).id} />,
      },
      {
        id: 'remove',
        header: '',
        label: t('team.members.column.actions'),
        width: '84px',
        cell: (item) =>
          canRemove &&
          memberOf(item).id !== ownId && (
            <span className={styles.end}>
              <RemoveButton member={memberOf(item)} blockedBy={blockedBy} onRemove={onRemove} />
            </span>
          ),
      },
    ],
    [t, memberOf, ownId, canRemove, blockedBy, onRemove],
  );
}

function MemberImage({ member: { id, name, email, imageUrl } }: { member: Member }) {
  return <Avatar id={id} size={28} name={name} email={email} imageUrl={imageUrl} />;
}

function MemberId({ id }: { id: string }) {
  return (
    <span className={styles.id} title={id}>
      {shortenMiddle(id)}
    </span>
  );
}

function MemberName({ member, isOwn }: { member: Member; isOwn: boolean }) {
  const { t } = useMessages();
  const name = useMemberName()(member);
  const { email } = member;
  return (
    <span className={styles.member}>
      <bdi className={styles.memberName} title={name}>
        {name}
      </bdi>
      {email && email !== name && (
        <bdi className={styles.email} title={email}>
          {email}
        </bdi>
      )}
      {isOwn && <Badge tone="accent">{t('team.member.you')}</Badge>}
    </span>
  );
}

interface RemoveButtonProps {
  member: Member;
  blockedBy: string | undefined;
  onRemove: (member: Member) => void;
}

function RemoveButton({ member, blockedBy, onRemove }: RemoveButtonProps) {
  const { t } = useMessages();
  const name = useMemberName()(member);
  const press = (event: MouseEvent) => {
    // The row opens the member.
    event.stopPropagation();
    if (blockedBy === undefined) onRemove(member);
  };
  const state = blockedBy === undefined ? {} : { 'aria-disabled': true, 'aria-describedby': blockedBy };
  return (
    <Button size="sm" {...state} onClick={press} aria-label={t('team.member.remove.of', { name })}>
      {t('team.member.remove')}
    </Button>
  );
}
