import { SettingRow } from '../../blocks/sign-in-methods/setting-row';
import type { SignInSwitch } from '../../lib/rules/project-sign-in/project-sign-in';
import { useMessages } from '../../lib/use-messages';
import { Badge } from '../../ui/data/badge';
import { ReasonedSwitch } from '../../ui/inputs/reasoned-switch';
import { switchTexts } from './method-texts';
import type { SettingsProps } from './settings-props';

/** A method, or sign-up, with its switch. */
export function SwitchRow({ name, signIn, base, disabledReason, onChange }: SettingsProps & { name: SignInSwitch }) {
  const { t } = useMessages();
  const texts = switchTexts[name];
  const label = t(texts.name);
  return (
    <SettingRow
      icon={texts.icon}
      name={label}
      badge={signIn[name] !== base[name] && <Badge tone="warn">{t('sign-in-methods.unsaved')}</Badge>}
      state={t(texts.text)}
    >
      <ReasonedSwitch
        label={label}
        checked={signIn[name]}
        disabledReason={disabledReason}
        onChange={(isOn) => onChange({ [name]: isOn })}
      />
    </SettingRow>
  );
}
