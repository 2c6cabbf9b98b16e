import type { Environment } from '../../contract/bridge/connection-choices';
import { cx } from '../lib/class-names';
import { useMessages } from '../lib/use-messages';
import { Badge } from './badge';
import styles from './badge.module.css';

const tones = { development: 'good', staging: 'warn', production: 'bad' } as const;

/** Names the environment, in its colour. */
export function EnvironmentBadge({ environment, className }: { environment: Environment; className?: string }) {
  const { t } = useMessages();
  return (
    <Badge tone={tones[environment]} className={cx(styles.environment, className)}>
      {t(`environment.${environment}`)}
    </Badge>
  );
}

/** The colour of an environment, for lines and edges. */
export function environmentColour(environment: Environment): string {
  return `var(--env-${environment})`;
}
