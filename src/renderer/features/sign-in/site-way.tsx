import { Link } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { SiteSignIn } from './site-sign-in';
import steps from './steps.module.css';
import type { Flow } from './use-flow';
import type { WayIn } from './use-way-in';
import styles from './ways.module.css';

/** The sign-in card for the project's own site, with the way back to the other methods. */
export function SiteWay({ connectionId, way, flow }: { connectionId: string; way: WayIn; flow: Flow }) {
  const { t } = useMessages();
  return (
    <div className={steps.step}>
      <SiteSignIn connectionId={connectionId} onStep={flow.take} />
      <div className={steps.foot}>
        <Link className={styles.quiet} to={way.signIn} state={{ email: way.email }}>
          {t('sign-in.other-way')}
        </Link>
      </div>
    </div>
  );
}
