import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '#data/api.ts';
import { useReadMethodsAgain, useUpdateMethods } from '#data/own-user.ts';
import { useSignInChangeReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { wholeErrorText } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { SettingRow } from '#parts/sign-in-methods/setting-row.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { NoRecovery, type Setup, TwoFactorSetup } from './two-factor-setup';

interface TwoFactorSectionProps {
  connectionId: string;
  accountId: string;
  isOn: boolean;
}

/** Two-factor authentication: on, off, or being set up inside its row. */
export function TwoFactorSection(props: TwoFactorSectionProps) {
  const messages = useMessages();
  const { t } = messages;
  const { connectionId, accountId, isOn } = props;
  const readOnly = useSignInChangeReason(connectionId);
  const readAgain = useReadMethodsAgain(connectionId, accountId);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [isTurningOff, setTurningOff] = useState(false);
  const begin = useAction(() => api.twoFactor.begin({ accountId }), { onDone: setSetup, onFailure: () => void readAgain() });
  // Once 2FA is on, in this window or in another, the key of the set-up is of no more use.
  if (isOn && setup !== null) setSetup(null);
  const isOpen = setup !== null && !isOn;
  const cancel = () => {
    if (setup !== null) void api.twoFactor.cancel({ setupId: setup.setupId }).catch(() => undefined);
    setSetup(null);
  };
  return (
    <PageSection title={t('two-factor.title')} text={t('two-factor.text')}>
      <Card>
        <SettingRow
          icon={ShieldCheck}
          name={t('two-factor.app')}
          badge={isOpen ? <Badge>{t('two-factor.setting-up')}</Badge> : isOn && <Badge tone="good">{t('two-factor.on')}</Badge>}
          state={isOpen ? t('two-factor.not-active') : isOn ? <NoRecovery /> : t('two-factor.off')}
          failure={begin.failure ? wholeErrorText(messages, begin.failure) : undefined}
        >
          {isOn ? (
            <Button disabledReason={readOnly} onClick={() => setTurningOff(true)}>
              {t('two-factor.turn-off')}
            </Button>
          ) : isOpen ? (
            <Button onClick={cancel}>{t('ui.cancel')}</Button>
          ) : (
            <Button busy={begin.isPending} disabledReason={readOnly} onClick={() => void begin.run()}>
              {t('two-factor.set-up')}
            </Button>
          )}
        </SettingRow>
        {isOpen && (
          <TwoFactorSetup
            key={setup.setupId}
            setup={setup}
            connectionId={connectionId}
            accountId={accountId}
            onExpired={() => void begin.run()}
          />
        )}
      </Card>
      {isTurningOff && <TurnOffDialog {...props} onClose={() => setTurningOff(false)} />}
    </PageSection>
  );
}

function TurnOffDialog({ connectionId, accountId, onClose }: TwoFactorSectionProps & { onClose: () => void }) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const { mutateAsync: update } = useUpdateMethods(connectionId, accountId);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('two-factor.turn-off.title')}
      consequence={t('two-factor.turn-off.consequence')}
      confirmLabel={t('two-factor.turn-off')}
      danger
      environment={environment}
      onConfirm={async () => {
        await update({ totp_secret_base64: null });
        show({ tone: 'good', title: 'two-factor.turned-off' });
      }}
    />
  );
}
