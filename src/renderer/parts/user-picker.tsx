import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useFoundUsers } from '#data/users.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { TwoLineCell } from '#ui/data/two-line-cell.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { type ControlProps, Field } from '#ui/inputs/field.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import styles from './user-picker.module.css';

/** A user's picture, name, and email. */
export function UserLine({ user }: { user: ServerUser }) {
  const name = useUserName()(user);
  return (
    <span className={styles.user}>
      <Avatar id={user.id} name={user.display_name} email={user.primary_email} imageUrl={user.profile_image_url} />
      <TwoLineCell className={styles.words} note={<bdi>{user.primary_email ?? user.id}</bdi>}>
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
      </TwoLineCell>
    </span>
  );
}

interface UserPickerProps {
  connectionId: string;
  label: string;
  help?: string;
  error?: string | undefined;
  value: ServerUser | null;
  onChange: (user: ServerUser | null) => void;
  /** A team whose members can’t be chosen. */
  teamId?: string;
}

/** Chooses a user by searching the project. */
export function UserPicker({ connectionId, label, help, error, value, onChange, teamId }: UserPickerProps) {
  const { t } = useMessages();
  const nameOf = useUserName();
  const search = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange(null);
    requestAnimationFrame(() => search.current?.querySelector('input')?.focus());
  };
  return (
    <Field label={label} help={help} error={error}>
      {(control) =>
        value === null ? (
          <div ref={search}>
            <UserSearch connectionId={connectionId} teamId={teamId} control={control} onChoose={onChange} />
          </div>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would have its own legend
          <div role="group" aria-label={label} aria-describedby={control['aria-describedby']} className={styles.chosen}>
            <UserLine user={value} />
            <IconButton size="sm" icon={X} label={t('teams.user.clear', { name: nameOf(value) })} onClick={clear} />
          </div>
        )
      }
    </Field>
  );
}

interface UserSearchProps {
  connectionId: string;
  teamId: string | undefined;
  control: ControlProps;
  onChoose: (user: ServerUser) => void;
}

function UserSearch({ connectionId, teamId, control, onChoose }: UserSearchProps) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  return (
    <div>
      <DelayedSearchInput {...control} label={t('users.search')} hasShortcut={false} value={text} onValueChange={setText} />
      <div className={styles.found}>
        <FoundUsers connectionId={connectionId} teamId={teamId} text={text} onChoose={onChoose} />
      </div>
    </div>
  );
}

interface FoundUsersProps extends Omit<UserSearchProps, 'control'> {
  text: string;
}

function FoundUsers({ connectionId, teamId, text, onChoose }: FoundUsersProps) {
  const messages = useMessages();
  const { t } = messages;
  const { data, error, refetch, isFetching, isPlaceholderData } = useFoundUsers(connectionId, text, teamId);
  if (error !== null)
    return (
      <div role="alert" className={styles.note}>
        <p>{errorText(messages, reportOf(error)).title}</p>
        <RetryButton size="sm" report={reportOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  if (data === undefined)
    return (
      <div className={styles.note}>
        <LoadingStatus />
        <Skeleton width="50%" />
      </div>
    );
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const line = event.currentTarget.closest('li');
    const next = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[pressedKey(event)];
    if (next === undefined) return;
    event.preventDefault();
    next?.querySelector('button')?.focus();
  };
  return (
    <>
      <ul data-results="" aria-busy={isPlaceholderData} className={styles.list} aria-label={t('teams.user.found')}>
        {data.items.map((user) => (
          <li key={user.id}>
            <Choice user={user} isMember={data.memberIds.has(user.id)} onKeyDown={move} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <p role="status" className={styles.none}>
        {data.items.length === 0 ? t('users.no-match.title', { by: 'search' }) : ''}
      </p>
    </>
  );
}

interface ChoiceProps {
  user: ServerUser;
  isMember: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onChoose: (user: ServerUser) => void;
}

/** A user that was found. A member can’t be chosen, but has the focus in turn, so that everyone can find out why. */
function Choice({ user, isMember, onKeyDown, onChoose }: ChoiceProps) {
  const { t } = useMessages();
  return (
    <button
      type="button"
      data-result=""
      aria-disabled={isMember || undefined}
      className={styles.choice}
      onKeyDown={onKeyDown}
      onClick={() => !isMember && onChoose(user)}
    >
      <UserLine user={user} />
      {isMember && <span className={styles.member}>{t('teams.user.member')}</span>}
    </button>
  );
}
