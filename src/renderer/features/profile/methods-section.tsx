import type { ClientUser } from '../../../contract/service/models';
import { type SignInMethod, signInMethods } from '../../lib/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { PageSection } from '../../ui/page';
import { FactRow } from './fact-row';
import styles from './profile.module.css';

/** How the person can sign in, and whether a second step is asked for. */
export function MethodsSection({ user }: { user: ClientUser }) {
  const { t } = useMessages();
  return (
    <PageSection title={t('profile.methods')} text={t('profile.methods.text')}>
      <Card>
        <FactRow label={t('profile.methods.set')}>
          <Methods methods={signInMethods({ ...user, requires_totp_mfa: false })} />
        </FactRow>
        <FactRow label={t('profile.second-step')}>
          {user.requires_totp_mfa ? (
            <Badge tone="good">{t('profile.second-step.on')}</Badge>
          ) : (
            <Badge>{t('profile.second-step.off')}</Badge>
          )}
        </FactRow>
      </Card>
    </PageSection>
  );
}

function Methods({ methods }: { methods: readonly SignInMethod[] }) {
  const { t } = useMessages();
  if (methods.length === 0) return <span className={styles.none}>{t('profile.methods.none')}</span>;
  const names = methods.map((method) => ('key' in method ? t(method.key) : method.provider));
  return (
    <ul className={styles.badges}>
      {names.map((name) => (
        <li key={name}>
          <Badge>{name}</Badge>
        </li>
      ))}
    </ul>
  );
}
