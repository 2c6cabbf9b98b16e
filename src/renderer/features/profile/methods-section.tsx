import { Link } from 'react-router';
import type { ClientUser } from '../../../contract/service/models/models';
import { type SignInMethod, signInMethods } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { useCurrentProject } from '../../queries/projects';
import { paths } from '../../routes';
import { Badge } from '../../ui/data/badge';
import { Card } from '../../ui/layout/card';
import { FactRow } from '../../ui/layout/fact-row';
import { PageSection } from '../../ui/layout/page';
import styles from './profile.module.css';

/** The user's sign-in methods, and whether 2FA is required. */
export function MethodsSection({ user, connectionId }: { user: ClientUser; connectionId: string }) {
  const { t } = useMessages();
  const { data: project } = useCurrentProject(connectionId);
  return (
    <PageSection title={t('profile.methods')} text={t('profile.methods.text')}>
      <Card>
        <FactRow label={t('profile.methods.set')}>
          <Methods methods={signInMethods({ ...user, requires_totp_mfa: false })} />
        </FactRow>
        {(project?.config.passkey_enabled || user.passkey_auth_enabled) && (
          <FactRow label={t('method.passkey')}>
            <Passkey isMade={user.passkey_auth_enabled} connectionId={connectionId} />
          </FactRow>
        )}
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

function Passkey({ isMade, connectionId }: { isMade: boolean; connectionId: string }) {
  const { t } = useMessages();
  return (
    <span className={styles.passkey}>
      <Badge tone={isMade ? 'good' : 'neutral'}>{t(isMade ? 'profile.passkey.made' : 'profile.passkey.none')}</Badge>
      <Link to={paths.passkey(connectionId)}>{t(isMade ? 'profile.passkey.replace' : 'profile.passkey.make')}</Link>
    </span>
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
