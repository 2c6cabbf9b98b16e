import { Lock } from 'lucide-react';
import type { ComponentProps, CSSProperties } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { cx } from '#lib/class-names.ts';
import { environmentName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from './badge.module.css';
import { colourOf } from './colour';
import { Icon } from './icon';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

/** A short fact about an object. */
export function Badge({ tone = 'neutral', className, ...rest }: ComponentProps<'span'> & { tone?: Tone }) {
  return <span {...rest} className={cx(styles.badge, tone !== 'neutral' && styles[tone], className)} />;
}

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

/** Says that nothing is changed through this connection. */
export function ReadOnlyBadge() {
  const { t } = useMessages();
  return (
    <Badge>
      <Icon of={Lock} size={10} />
      {t('ui.read-only')}
    </Badge>
  );
}
