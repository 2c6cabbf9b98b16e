import { CornerDownRight } from 'lucide-react';
import { useId } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Configuration } from '#data/configuration.ts';
import { isPushed } from '#lib/rules/config-keys.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { SettingRow } from '#parts/sign-in-methods/setting-row.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Select } from '#ui/inputs/select.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { changeDefaultAction } from './model/rule-requests';
import { type DefaultAction, defaultActionKey } from './model/sign-up-rules';
import { actionTexts, pushedReason } from './rule-texts';

interface DefaultActionRowProps {
  connection: Connection;
  config: Configuration;
  action: DefaultAction;
  disabledReason: string | undefined;
}

/** What happens to a sign-up that no rule decides. */
export function DefaultActionRow({ connection, config, action, disabledReason }: DefaultActionRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const id = useId();
  const show = useToasts((state) => state.show);
  const { run, pending } = useAction((next: DefaultAction) => changeDefaultAction(connection.id, config, next), {
    onDone: () => show({ tone: 'good', title: 'sign-up-rules.default.saved' }),
    onFailure: useFailureToast(),
  });
  const reason = disabledReason ?? (isPushed(config, defaultActionKey) ? pushedReason(messages, config.source) : undefined);
  const shown = pending?.[0] ?? action;
  return (
    <SettingRow icon={CornerDownRight} name={t('sign-up-rules.default')} state={reason ?? t(`sign-up-rules.default.${shown}`)}>
      <Select
        aria-label={t('sign-up-rules.default')}
        aria-disabled={reason !== undefined || undefined}
        aria-describedby={reason === undefined ? undefined : `${id}-reason`}
        value={shown}
        onChange={({ target }) => reason === undefined && void run(target.value as DefaultAction)}
      >
        {(['allow', 'reject'] as const).map((value) => (
          <option key={value} value={value}>
            {t(actionTexts[value].name)}
          </option>
        ))}
      </Select>
      {reason !== undefined && <VisuallyHidden id={`${id}-reason`}>{reason}</VisuallyHidden>}
    </SettingRow>
  );
}
