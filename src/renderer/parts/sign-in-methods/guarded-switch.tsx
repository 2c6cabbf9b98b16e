import { useState } from 'react';
import { useConnection } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ReasonedSwitch } from '#ui/inputs/switch.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import type { RemovalEffect } from './use-removal-effect';

interface GuardedSwitchProps {
  connectionId: string;
  label: string;
  isOn: boolean;
  /** Why it can't be turned off, or what turning it off would prevent. */
  removal: RemovalEffect;
  disabledReason: string | undefined;
  onChange: (isOn: boolean) => Promise<unknown>;
}

/** A switch of a sign-in method that takes effect at once, unless turning it off has to be confirmed. Failures are shown as a toast. */
export function GuardedSwitch({ connectionId, label, isOn, removal, disabledReason, onChange }: GuardedSwitchProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const showFailure = useFailureToast();
  const [isAsking, setAsking] = useState(false);
  const action = useAction((next: boolean) => onChange(next).catch(showFailure));
  const change = (next: boolean) => {
    if (!next && removal.warning !== undefined) setAsking(true);
    else void action.run(next);
  };
  return (
    <>
      <ReasonedSwitch
        label={label}
        checked={action.pending?.[0] ?? isOn}
        busy={action.isPending}
        disabledReason={disabledReason ?? (isOn ? removal.blocked : undefined)}
        onChange={change}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('users.removal.title', { label })}
        consequence={removal.warning}
        confirmLabel={t('users.removal.confirm')}
        danger
        environment={environment}
        onConfirm={async () => void (await onChange(false))}
      />
    </>
  );
}
