import type { ClientUser } from '../../../contract/service/models/models';
import { isAnonymous } from '../../../contract/service/models/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { useRenameSelf } from '../../queries/own-user';
import { useReadOnlyReason } from '../../stores/read-only';
import { Avatar } from '../../ui/data/avatar';
import { Badge } from '../../ui/data/badge';
import { IdChip } from '../../ui/data/id-chip';
import { RelativeTime } from '../../ui/data/relative-time';
import { InlineEdit } from '../../ui/inputs/inline-edit';
import { Card, CardRow } from '../../ui/layout/card';
import { FactRow } from '../../ui/layout/fact-row';
import { PageSection } from '../../ui/layout/page';
import styles from './profile.module.css';

interface PersonSectionProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
}

/** Name, picture, id and since when. */
export function PersonSection({ user, connectionId, accountId }: PersonSectionProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const { mutateAsync: rename } = useRenameSelf(connectionId, accountId);
  return (
    <PageSection title={t('profile.person')} text={t('profile.person.text')}>
      <Card>
        <CardRow className={styles.person}>
          <Avatar size={44} name={user.display_name} email={user.primary_email} imageUrl={user.profile_image_url} />
          <div className={styles.name}>
            <InlineEdit
              label={t('profile.name')}
              value={user.display_name ?? ''}
              placeholder={t('profile.no-name')}
              disabledReason={readOnly}
              onSave={async (name) => void (await rename(name))}
            />
          </div>
          {isAnonymous(user) && <Badge>{t('profile.anonymous')}</Badge>}
        </CardRow>
        <FactRow label={t('profile.id')}>
          <IdChip value={user.id} />
        </FactRow>
        <FactRow label={t('profile.signed-up')}>
          <RelativeTime millis={user.signed_up_at_millis} />
        </FactRow>
      </Card>
    </PageSection>
  );
}
