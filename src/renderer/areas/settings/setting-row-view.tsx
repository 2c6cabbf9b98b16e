import { Lock, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { createElement, useId } from 'react';
import { type ChoiceSetting, type SettingNeed, type Settings, settingRow } from '#contract/setting-rows.ts';
import { settingLockText } from '#data/policy.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { CardRow } from '#ui/layout/card.tsx';
import { ownControls } from './controls/own-controls';
import { SettingSelect } from './controls/setting-select';
import { NumberControl, TextControl } from './controls/text-control';
import { isShownSetting } from './sections';
import {
  type ChoiceName,
  type ControlProps,
  type NumberName,
  type OwnControlName,
  type SettingFacts,
  type SettingRow,
  type SwitchName,
  type TextName,
  useChangeSetting,
} from './setting-row';
import styles from './setting-row.module.css';

/** Returns why a need isn't met; undefined if it is. */
type Check = (facts: SettingFacts) => MessageKey | undefined;

const withoutPassphrase: Check = ({ lock }) => (lock.hasPassphrase ? undefined : 'settings.reason.passphrase');

const checks: Readonly<Record<SettingNeed | 'sealing', Check>> = {
  passphrase: withoutPassphrase,
  'manual-proxy': ({ settings }) => (settings.proxyMode === 'manual' ? undefined : 'settings.reason.proxy'),
  'automatic-proxy': ({ settings }) => (settings.proxyMode === 'automatic' ? undefined : 'settings.reason.proxy-script'),
  watch: ({ settings }) => (settings.watch ? undefined : 'settings.reason.watch'),
  tray: ({ settings }) => (settings.trayIcon ? undefined : 'settings.reason.tray'),
  installed: ({ canStartAtLogin }) => (canStartAtLogin ? undefined : 'settings.reason.source'),
  'update-source': ({ updates }) =>
    updates.state === 'off' && updates.reason !== 'setting' ? (`settings.reason.updates.${updates.reason}` as const) : undefined,
  updates: ({ settings }) => (settings.updates ? undefined : 'settings.reason.updates'),
  sealing: (facts) => {
    if (facts.lock.canSeal) return withoutPassphrase(facts);
    return facts.lock.secrets === 'memory' ? 'settings.reason.memory' : 'settings.reason.keychain';
  },
};

/** Returns why a setting can't be changed now; undefined if it can. */
export function whyDisabled({ only, needs = [] }: SettingRow, facts: SettingFacts): MessageKey | undefined {
  if (only === 'own-window' && !facts.isElectron) return 'settings.reason.browser';
  for (const need of needs) {
    const reason = checks[need](facts);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** A setting: what it is, what it does, why it can't be changed, and its control. */
export function SettingRowView({ row, facts }: { row: SettingRow; facts: SettingFacts }) {
  const { t } = useMessages();
  const id = useId();
  const { id: name, restart } = row;
  const label = t(`settings.row.${name}`);
  const locked = settingLockText({ t }, facts.policy, name);
  const reasonKey = whyDisabled(row, facts);
  const reason = locked ?? (reasonKey && t(reasonKey));
  const describedBy = reason === undefined ? `${id}-text` : `${id}-reason ${id}-text`;
  return (
    <CardRow className={styles.row}>
      <div className={styles.words}>
        <div className={styles.label}>
          <span id={`${id}-label`}>{label}</span>
          {restart && <Badge>{t('settings.after-restart')}</Badge>}
        </div>
        <p className={styles.text} id={`${id}-text`}>
          {t(`settings.row.${name}.text`)}
        </p>
        {reason !== undefined && (
          <p className={styles.reason} id={`${id}-reason`}>
            {(locked !== undefined || reasonKey === 'settings.reason.updates.policy') && <Icon of={Lock} size={12} />}
            <span>{reason}</span>
          </p>
        )}
      </div>
      <div className={styles.control}>
        <Control
          row={row}
          label={label}
          labelId={`${id}-label`}
          describedBy={describedBy}
          isDisabled={reason !== undefined}
          isIdle={reasonKey !== undefined}
        />
      </div>
    </CardRow>
  );
}

function Control({ row: { id }, ...props }: ControlProps & { row: SettingRow }) {
  if (!isShownSetting(id)) return createElement(ownControls[id], props);
  const row = settingRow(id);
  if (row.own) return createElement(ownControls[id as OwnControlName], props);
  switch (row.kind) {
    case 'switch':
      return <SwitchControl setting={id as SwitchName} {...props} />;
    case 'choice':
      return <ChoiceControl setting={id as ChoiceName} row={row} {...props} />;
    case 'number':
      return <NumberControl setting={id as NumberName} row={row} {...props} />;
    case 'text':
      return <TextControl setting={id as TextName} row={row} {...props} />;
  }
}

/** A setting that is on or off; off while it has no effect. */
function SwitchControl({ setting, labelId, describedBy, isDisabled, isIdle }: ControlProps & { setting: SwitchName }) {
  const change = useChangeSetting();
  const isOn = useTopic('settings.state')[setting];
  return (
    <Switch
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      {...(isDisabled ? { 'aria-disabled': true } : {})}
      checked={isOn && !isIdle}
      onCheckedChange={(next) => isDisabled || change({ [setting]: next })}
    />
  );
}

/** The texts of the values of choices. */
type ChoiceLabel = { [S in ChoiceName]: `settings.choice.${S}.${Settings[S]}` }[ChoiceName];

const choiceIcons: Readonly<Partial<Record<ChoiceLabel, LucideIcon>>> = {
  'settings.choice.theme.system': Monitor,
  'settings.choice.theme.light': Sun,
  'settings.choice.theme.dark': Moon,
};

/** A setting that is one of a few values. */
function ChoiceControl({ setting, row, ...props }: ControlProps & { setting: ChoiceName; row: ChoiceSetting }) {
  const { t } = useMessages();
  const change = useChangeSetting();
  const value = useTopic('settings.state')[setting];
  const options = row.values.map((one) => {
    const key = `settings.choice.${setting}.${one}` as ChoiceLabel;
    const icon = choiceIcons[key];
    return { value: one, label: t(key), ...(icon && { icon }) };
  });
  const choose = (next: string) => change({ [setting]: next });
  if (!row.isLong) {
    const { label, describedBy, isDisabled } = props;
    return (
      <Segmented<string>
        label={label}
        describedBy={describedBy}
        value={value}
        options={options}
        onValueChange={choose}
        isDisabled={isDisabled}
      />
    );
  }
  return (
    <SettingSelect {...props} value={value} onChoose={choose}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SettingSelect>
  );
}
