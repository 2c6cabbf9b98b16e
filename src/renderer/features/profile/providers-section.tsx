import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { ClientUser } from '../../../contract/service/models/models';
import { providerName } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { useCurrentProject } from '../../queries/projects';
import { paths } from '../../routes';
import { Badge } from '../../ui/data/badge';
import { ProviderIcon } from '../../ui/data/provider-icon';
import { Button } from '../../ui/inputs/button';
import { Card, CardRow } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import styles from './profile.module.css';

/** Accounts elsewhere that sign in to this one; nothing where the project uses no provider. */
export function ProvidersSection({ user, connectionId }: { user: ClientUser; connectionId: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { data: project } = useCurrentProject(connectionId);
  const linked = [...new Set(user.oauth_providers.map(({ id }) => id))];
  const offered = project?.config.enabled_oauth_providers ?? [];
  const isMore = offered.some(({ id }) => !linked.includes(id));
  if (linked.length === 0 && offered.length === 0) return null;
  const action = isMore && (
    <Button icon={Plus} onClick={() => void navigate(paths.linkProvider(connectionId))}>
      {t('profile.providers.link')}
    </Button>
  );
  return (
    <PageSection title={t('profile.providers')} text={t('profile.providers.text')} action={action}>
      <Card>
        {linked.length === 0 && <CardRow className={styles.none}>{t('profile.providers.none')}</CardRow>}
        {linked.map((id) => (
          <CardRow key={id}>
            <ProviderIcon id={id} name={providerName(id)} />
            <span className={styles.address}>{providerName(id)}</span>
            <Badge tone="good">{t('profile.providers.linked')}</Badge>
          </CardRow>
        ))}
      </Card>
    </PageSection>
  );
}
