import type { CSSProperties } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { useTopic } from '#data/topics.ts';
import { tileInitials } from '#lib/initials.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { EnvironmentBadge } from '#ui/data/badge.tsx';
import { connectionColour } from '#ui/data/colour.ts';
import { Icon } from '#ui/data/icon.tsx';
import { MarkedText } from '#ui/data/marked-text.tsx';
import styles from './palette.module.css';
import type { PaletteEntry } from './palette-entry';

/** The content of one line: its icon or picture, its name with the match marked, and where it belongs. */
export function PaletteLine({ entry, query }: { entry: PaletteEntry; query: string }) {
  const { privacyMode } = useTopic('settings.state');
  const { item, icon, label, aside } = entry;
  // A name in parts isn't recognized and concealed.
  const words = privacyMode || query === '' ? [] : query.split(/\s+/);
  const { user, connection, detail, ending } = item ?? {};
  return (
    <>
      {user === undefined ? (
        <Icon of={icon} />
      ) : (
        <Avatar id={user.id} name={user.display_name} email={user.primary_email} imageUrl={user.profile_image_url} size={20} />
      )}
      <span className={styles.label}>
        <MarkedText text={label} words={words} />
        {detail !== undefined && (
          <span className={styles.detail}>
            <MarkedText text={detail} words={words} />
          </span>
        )}
      </span>
      {ending !== undefined && <span className={styles.ending}>{ending}</span>}
      {connection !== undefined && <ConnectionMark connection={connection} />}
      {item === undefined && aside !== undefined && <span className={styles.aside}>{aside}</span>}
    </>
  );
}

/** Tells connections apart: the initials of one with its color, and its environment. */
function ConnectionMark({ connection }: { connection: Connection }) {
  return (
    <span className={styles.mark}>
      <span className={styles.tile} title={connection.name} style={{ '--env': connectionColour(connection) } as CSSProperties}>
        {tileInitials(connection.name)}
      </span>
      <EnvironmentBadge connection={connection} />
    </span>
  );
}
