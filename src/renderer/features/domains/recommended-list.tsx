import { useNavigate } from 'react-router';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { providerName } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { Button } from '../../ui/inputs/button';
import { CheckItem } from './check-item';
import styles from './domains.module.css';
import { recommendedChecks } from './recommended-checks';

/** What isn’t required for production mode, but better before. */
export function RecommendedList({ connectionId, config }: { connectionId: string; config: AdminProject['config'] }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { sharedProviders, hasOwnEmailServer } = recommendedChecks(config);
  const hasOwnKeys = sharedProviders.length === 0;
  const passed = Number(hasOwnKeys) + Number(hasOwnEmailServer);
  return (
    <>
      <h3 className={styles.subhead}>
        {t('domains.recommended')} <span className={styles.quiet}>{t('domains.passed', { passed, count: 2 })}</span>
      </h3>
      <ul aria-label={t('domains.recommended')}>
        <CheckItem
          state={hasOwnKeys ? 'passed' : 'open'}
          text={t(hasOwnKeys ? 'domains.own-keys' : 'domains.shared-keys')}
          details={sharedProviders.map(providerName)}
        >
          {!hasOwnKeys && (
            <Button size="sm" aria-label={t('domains.open.methods')} onClick={() => void navigate(paths.signInMethods(connectionId))}>
              {t('ui.open')}
            </Button>
          )}
        </CheckItem>
        <CheckItem state={hasOwnEmailServer ? 'passed' : 'open'} text={t(hasOwnEmailServer ? 'domains.own-email' : 'domains.shared-email')}>
          {!hasOwnEmailServer && (
            <Button size="sm" aria-label={t('domains.open.email')} onClick={() => void navigate(paths.email(connectionId))}>
              {t('ui.open')}
            </Button>
          )}
        </CheckItem>
      </ul>
    </>
  );
}
