import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { useConfiguration } from '#data/configuration.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isPushed, valueAt } from '#lib/rules/config-keys.ts';
import { useMessages } from '#lib/use-messages.ts';
import { SettingRow, SettingRowSkeleton } from '#parts/sign-in-methods/setting-row.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus } from '#ui/feedback/skeleton.tsx';
import { ReasonedSwitch } from '#ui/inputs/reasoned-switch.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { pushedReason } from '../rules/rule-texts';
import { VerificationDialog, verificationKey } from './verification-dialog';

interface VerificationSectionProps {
  connection: Connection;
  disabledReason: string | undefined;
}

/** Whether a connection's service can require verified addresses, and says beforehand whom that would affect. */
export function hasVerification({ features }: Connection): boolean {
  return features?.['affected-users'] === true && features['config-levels'] === true;
}

/** Whether users need a verified address. Turning it on shows first whom it restricts. */
export function VerificationSection({ connection, disabledReason }: VerificationSectionProps) {
  const messages = useMessages();
  const { t } = messages;
  const { data, error, isFetching, refetch } = useConfiguration(connection.id, true);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOn = data !== undefined && valueAt(data.rendered, verificationKey) === true;
  const fixed = data !== undefined && isPushed(data, verificationKey) ? pushedReason(messages, data.source) : undefined;
  return (
    <PageSection title={t('verification.title')}>
      {data === undefined && error !== null ? (
        <ErrorCallout
          report={reportOf(error)}
          action={<RetryButton report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />}
        />
      ) : (
        <Card>
          {data === undefined ? (
            <>
              <LoadingStatus />
              <SettingRowSkeleton width={260} />
            </>
          ) : (
            <SettingRow icon={MailCheck} name={t('verification.require')} state={fixed ?? t('verification.require.detail')}>
              <ReasonedSwitch
                label={t('verification.require')}
                checked={isOn}
                disabledReason={disabledReason ?? fixed}
                onChange={setWanted}
              />
            </SettingRow>
          )}
        </Card>
      )}
      {wanted !== null && data !== undefined && (
        <VerificationDialog connection={connection} config={data} isOn={wanted} onClose={() => setWanted(null)} />
      )}
    </PageSection>
  );
}
