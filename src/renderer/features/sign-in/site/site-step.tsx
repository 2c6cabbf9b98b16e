import { Link } from 'react-router';
import styles from '../../../blocks/sign-in-card/sign-in-card.module.css';
import { useMessages } from '../../../lib/use-messages';
import steps from '../steps/steps.module.css';
import type { Flow } from '../steps/use-flow';
import type { SignInNavigation } from '../targets/use-sign-in-navigation';
import { SiteSignIn } from './site-sign-in';

/** Signs in through the project's own site, with a link to the other methods. */
export function SiteStep({ connectionId, way, flow }: { connectionId: string; way: SignInNavigation; flow: Flow }) {
  const { t } = useMessages();
  return (
    <div className={steps.step}>
      <SiteSignIn connectionId={connectionId} onStep={flow.take} />
      <div className={steps.foot}>
        <Link className={styles.quiet} to={way.signIn} state={{ email: way.email, goTo: way.goTo }}>
          {t('sign-in.other-way')}
        </Link>
      </div>
    </div>
  );
}
