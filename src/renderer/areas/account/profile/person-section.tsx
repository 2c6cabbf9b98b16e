import { isAnonymous } from '#contract/service/models/sign-in-methods.ts';
import type { ClientUser } from '#contract/service/models/user-models.ts';
import { useProfileChanges } from '#data/own-user.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { InlineEdit } from '#parts/form/inline-edit.tsx';
import { ImageField } from '#parts/image/image-field.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import styles from './profile.module.css';

interface PersonSectionProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
}

/** Name, image, IDs, and when the user signed up. */
export function PersonSection({ user, connectionId, accountId }: PersonSectionProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const { rename, setImage } = useProfileChanges(connectionId, accountId);
  const connection = useConnection(connectionId);
  return (
    <PageSection title={t('profile.person')} text={t('profile.person.text')}>
      <Card>
        <ImageField
          id={user.id}
          name={user.display_name}
          email={user.primary_email}
          imageUrl={user.profile_image_url}
          onSave={setImage}
          disabledReason={readOnly}
          environment={connection?.environment}
        />
        <CardRow className={styles.person}>
          <span className={styles.label}>{t('profile.name.label')}</span>
          <div className={styles.name}>
            <InlineEdit
              label={t('profile.name')}
              value={user.display_name ?? ''}
              placeholder={t('profile.no-name')}
              disabledReason={readOnly}
              onSave={rename}
            />
          </div>
          {isAnonymous(user) && <Badge>{t('profile.anonymous')}</Badge>}
        </CardRow>
        <FactRow label={t('profile.id')}>
          <IdChip value={user.id} />
        </FactRow>
        {connection !== undefined && (
          <FactRow label={t('profile.project-id')}>
            <IdChip value={connection.projectId} />
          </FactRow>
        )}
        <FactRow label={t('profile.signed-up')}>
          <RelativeTime millis={user.signed_up_at_millis} />
        </FactRow>
      </Card>
    </PageSection>
  );
}
