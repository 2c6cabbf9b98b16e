import type { AdminProject } from '../../../contract/service/models/project-models';
import { dateTime } from '../../lib/intl/format';
import { useMessages } from '../../lib/use-messages';
import { useConnection } from '../../stores/connections';
import { IdChip } from '../../ui/data/id-chip';
import { CopyTextButton } from '../../ui/inputs/copy-button';
import { FactRow } from '../../ui/layout/fact-row';
import { jwksUrl } from './jwks-url';
import styles from './project-settings.module.css';

/** What identifies the project, and where its access tokens can be verified. */
export function ProjectFacts({ connectionId, project: { id, created_at_millis } }: { connectionId: string; project: AdminProject }) {
  const { t, locale } = useMessages();
  const baseUrl = useConnection(connectionId)?.baseUrl ?? '';
  const url = jwksUrl(baseUrl, id);
  return (
    <>
      <FactRow label={t('project-settings.id')}>
        <IdChip value={id} />
      </FactRow>
      <FactRow label={t('project-settings.created')}>{dateTime(created_at_millis, locale)}</FactRow>
      <FactRow label={t('project-settings.jwks')}>
        <span className={styles.url}>
          <code>{url}</code>
          <CopyTextButton size="sm" value={url}>
            {t('ui.copy')}
          </CopyTextButton>
        </span>
        <p className={styles.quiet}>{t('project-settings.jwks.text')}</p>
      </FactRow>
    </>
  );
}
