import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useUserName } from '#lib/rules/names.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { TwoLineCell } from '#ui/data/two-line-cell.tsx';
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
