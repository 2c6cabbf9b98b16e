import type { CSSProperties } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { cx } from '#lib/class-names.ts';
import { environmentName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from './badge';
import styles from './badge.module.css';
import { colourOf } from './colour';

const tones = { development: 'good', staging: 'warn', production: 'bad' } as const;

/** Names a connection's environment, in its own color if it has one, else in the environment's. The sandbox has the app's own color. */
export function EnvironmentBadge({ connection }: { connection: Pick<Connection, 'kind' | 'environment' | 'colour'> }) {
  const { t } = useMessages();
  const { kind, environment, colour } = connection;
  const usual = kind === 'sandbox' ? 'accent' : tones[environment];
  return (
    <Badge tone={colour === null ? usual : 'neutral'} className={cx(styles.environment)}>
      {colour !== null && <span className={styles.colour} style={{ '--colour': colourOf({ colour, environment }) } as CSSProperties} />}
      {t(environmentName(connection))}
    </Badge>
  );
}
