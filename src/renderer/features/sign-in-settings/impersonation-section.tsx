import { KeySquare } from 'lucide-react';
import type { Impersonation } from '../../../contract/bridge/impersonations';
import { api } from '../../api';
import { dateTime } from '../../lib/intl/format';
import { isElectron } from '../../lib/is-electron';
import { useAction } from '../../lib/use-action';
import { useFailureToast } from '../../lib/use-failure-toast';
import { useMessages } from '../../lib/use-messages';
import { IdChip } from '../../ui/data/id-chip';
import { useToasts } from '../../ui/feedback/toasts';
import { Button } from '../../ui/inputs/button';
import { Card } from '../../ui/layout/card';
import { FactRow } from '../../ui/layout/fact-row';
import { PageSection } from '../../ui/layout/page';

/** The impersonation that the account belongs to, and its refresh token, which the main process copies after a confirmation. */
export function ImpersonationSection({ impersonation }: { impersonation: Impersonation }) {
  const { t, locale } = useMessages();
  const { id, startedAt, expiresAt, by, sessionId } = impersonation;
  const show = useToasts((state) => state.show);
  const showFailure = useFailureToast();
  const copy = useAction(async () => {
    try {
      await api.impersonations.copyRefreshToken({ id });
      show({ tone: 'good', title: 'impersonation.token.copied' });
    } catch (thrown) {
      showFailure(thrown);
    }
  });
  const action = (
    <Button
      icon={KeySquare}
      busy={copy.isPending}
      disabledReason={isElectron ? undefined : t('impersonation.token.needs-app')}
      onClick={() => void copy.run()}
    >
      {t('impersonation.session.copy')}
    </Button>
  );
  const started = dateTime(startedAt, locale);
  return (
    <PageSection title={t('impersonation.section')} text={t('impersonation.section.text')} action={action}>
      <Card>
        <FactRow label={t('impersonation.started')}>
          <bdi>{by === null ? started : t('impersonation.started.by', { time: started, name: by })}</bdi>
        </FactRow>
        <FactRow label={t('impersonation.expires')}>{dateTime(expiresAt, locale)}</FactRow>
        {sessionId !== null && (
          <FactRow label={t('impersonation.session-id')}>
            <IdChip value={sessionId} />
          </FactRow>
        )}
      </Card>
    </PageSection>
  );
}
