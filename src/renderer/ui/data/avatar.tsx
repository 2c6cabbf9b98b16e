import { type ReactNode, useMemo, useState } from 'react';
import { pictureOf } from '#contract/pictures/picture.ts';
import { cx } from '#lib/class-names.ts';
import { initialsOf, stableIndex } from '#lib/initials.ts';
import styles from './avatar.module.css';

const tones = [styles.tone0, styles.tone1, styles.tone2, styles.tone3, styles.tone4];

interface AvatarProps {
  /** The ID of the user or team, from which the color derives; undefined if there is none yet. */
  id: string | undefined;
  name: string | null | undefined;
  email?: string | null | undefined;
  imageUrl?: string | null | undefined;
  size?: number;
}

/** A user's or team's picture, else initials in a stable color. Decorative: the name is shown beside it. */
export function Avatar({ id, name, email, imageUrl, size = 24 }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  // Other addresses are closed to this page by its content policy; pictures arrive as data, which others chose.
  const picture = useMemo(() => (imageUrl ? (pictureOf(imageUrl)?.url ?? null) : null), [imageUrl]);
  const shown = picture === failed ? null : picture;
  let content: ReactNode = initialsOf(name, email);
  if (shown !== null) content = <img className={styles.picture} src={shown} alt="" onError={() => setFailed(shown)} />;
  return (
    <span
      aria-hidden="true"
      data-personal="picture"
      className={cx(styles.avatar, tones[stableIndex(id ?? '', tones.length)])}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.4) }}
    >
      {content}
    </span>
  );
}
