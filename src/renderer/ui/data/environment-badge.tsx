import type { CSSProperties } from 'react';
import type { Colour, Environment } from '#contract/bridge/connection-choices.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from './badge';
import styles from './badge.module.css';
import { colourOf } from './colour';

const tones = { development: 'good', staging: 'warn', production: 'bad' } as const;

interface EnvironmentBadgeProps {
  environment: Environment;
  /** The connection's own color, which replaces the environment's. */
  colour?: Colour | null;
  className?: string;
}

/** Names the environment, in its colour. */
export function EnvironmentBadge({ environment, colour = null, className }: EnvironmentBadgeProps) {
  const { t } = useMessages();
  return (
    <Badge tone={colour === null ? tones[environment] : 'neutral'} className={cx(styles.environment, className)}>
      {colour !== null && <span className={styles.colour} style={{ '--colour': colourOf({ colour, environment }) } as CSSProperties} />}
      {t(`environment.${environment}`)}
    </Badge>
  );
}
