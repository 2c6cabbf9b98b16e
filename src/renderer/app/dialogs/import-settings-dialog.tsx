import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { ReadSettings } from '#contract/bridge/settings.ts';
import { maxSettingsFileLength } from '#contract/limits.ts';
import { type SettingName, type Settings, settingNames, settingRow } from '#contract/setting-rows.ts';
import { api } from '#data/api.ts';
import { readChosenFile } from '#data/read-chosen-file.ts';
import { updateSettings, useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { formatNames } from '#lib/intl/format.ts';
import { useAction } from '#lib/use-action.ts';
import { useFileDrop } from '#lib/use-file-drop.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { FileButton } from '#ui/inputs/file-button.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import styles from './import-settings-dialog.module.css';

/** Imports settings from a file: shows what it would change, and changes what the user leaves checked. */
export function ImportSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const [read, setRead] = useState<ReadSettings | null>(null);
  const [excluded, setExcluded] = useState<readonly SettingName[]>([]);
  const { changed, locked, isRisky } = useChanges(read);
  const chosen = changed.filter((name) => !excluded.includes(name));
  const count = chosen.length;
  const reading = useAction((files: readonly File[]) => readSettings(files), {
    onDone: (found) => {
      setRead(found);
      setExcluded([]);
      applying.reset();
    },
    onFailure: () => setRead(null),
  });
  const applying = useAction(() => updateSettings(Object.fromEntries(chosen.map((name) => [name, read?.settings[name]]))), {
    onDone: () => {
      show({ tone: 'good', title: (messages) => messages.t('settings.file.done', { count }) });
      onClose();
    },
  });
  const failure = reading.failure ?? applying.failure;
  const drop = useFileDrop(!reading.isPending && !applying.isPending, (files) => void reading.run(files));
  const check = (name: SettingName, isChecked: boolean) =>
    setExcluded((before) => (isChecked ? before.filter((other) => other !== name) : [...before, name]));
  const reason = read === null ? t('settings.file.choose-first') : t('settings.file.nothing');
  return (
    <ActionDialog
      title={t('shell.settings.import')}
      description={t('settings.file.import.text')}
      width={560}
      actionLabel={count === 0 ? t('shell.settings.import') : t('settings.file.apply', { count })}
      busy={applying.isPending}
      disabledReason={count === 0 ? reason : undefined}
      action={() => void applying.run()}
      onClose={onClose}
    >
      <div>
        <FileButton
          icon={FileUp}
          busy={reading.isPending}
          data-autofocus
          label={t('settings.file.choose')}
          accept=".json,application/json"
          onChoose={(files) => void reading.run(files)}
        />
      </div>
      <div className={cx(styles.room, drop.isOver && styles.over)} {...drop.handlers}>
        {failure !== null && <FormFailure report={failure} />}
        {read !== null && (
          <>
            <p role="status">{t('settings.file.preview.text', { count: changed.length })}</p>
            {isRisky && (
              <Callout tone="warn" title={t('settings.file.risk')}>
                {t('settings.file.risk.text')}
              </Callout>
            )}
            <ChangeList read={read} changed={changed} excluded={excluded} onCheck={check} />
            <NotChanged read={read} locked={locked} />
          </>
        )}
      </div>
    </ActionDialog>
  );
}

async function readSettings(files: readonly File[]): Promise<ReadSettings> {
  const text = await readChosenFile(files, { length: maxSettingsFileLength, code: 'settings-file-too-large' });
  return api.settings.readExport({ text });
}

/** Returns what the file changes of the settings as they are now, also while they change. */
function useChanges(read: ReadSettings | null) {
  const settings = useTopic('settings.state');
  const policy = useTopic('policy.state');
  return changesOf(read?.settings ?? {}, settings, policy.state === 'none' ? [] : policy.locked);
}

interface ChangeListProps {
  read: ReadSettings;
  changed: readonly SettingName[];
  excluded: readonly SettingName[];
  onCheck: (name: SettingName, isChecked: boolean) => void;
}

/** The changes, each with its value now and in the file. */
function ChangeList({ read, changed, excluded, onCheck }: ChangeListProps) {
  const messages = useMessages();
  const { t } = messages;
  const now = useTopic('settings.state');
  if (changed.length === 0) return null;
  return (
    <ul className={styles.changes} aria-label={t('settings.file.changes')}>
      {changed.map((name) => (
        <li key={name}>
          <CheckboxChoice
            label={t(labelKey(name))}
            note={t('settings.file.change', { before: valueText(messages, name, now), after: valueText(messages, name, read.settings) })}
            checked={!excluded.includes(name)}
            onChange={(isChecked) => onCheck(name, isChecked)}
          />
        </li>
      ))}
    </ul>
  );
}

/** What of the file isn't used, and why. */
function NotChanged({ read: { invalid, unknown, omitted }, locked }: { read: ReadSettings; locked: readonly SettingName[] }) {
  const { t, locale } = useMessages();
  const labels = (names: readonly SettingName[]) =>
    formatNames(
      names.map((name) => t(labelKey(name))),
      locale,
    );
  const unknownNames = formatNames(unknown, locale);
  return (
    <>
      {locked.length > 0 && (
        <Callout tone="neutral" title={t('settings.file.locked')}>
          {labels(locked)}
        </Callout>
      )}
      {invalid.length > 0 && (
        <Callout tone="neutral" title={t('settings.file.invalid')}>
          {labels(invalid)}
        </Callout>
      )}
      {unknown.length > 0 && (
        <Callout tone="neutral" title={t('settings.file.unknown')}>
          {omitted === 0 ? unknownNames : t('settings.file.unknown.more', { names: unknown.join(', '), count: omitted })}
        </Callout>
      )}
    </>
  );
}

/** Only settings that the screen shows are exported, and so have a label. */
function labelKey(name: SettingName): MessageKey {
  return settingRow(name).section === undefined ? 'shell.settings' : (`settings.row.${name}` as MessageKey);
}

type FileSettings = ReadSettings['settings'];

interface SettingsChanges {
  /** The settings whose values differ, in the order of the settings screen. */
  readonly changed: readonly SettingName[];
  /** Those of them that a policy decides. */
  readonly locked: readonly SettingName[];
  /** Whether one of the changes concerns the network, safety, or privacy. */
  readonly isRisky: boolean;
}

const riskySections: readonly (string | undefined)[] = ['network', 'safety', 'privacy'];

/** Compares the settings of a file with those that apply. `lockedNames` are decided by a policy. */
export function changesOf(file: FileSettings, now: Settings, lockedNames: readonly string[]): SettingsChanges {
  const differing = settingNames.filter((name) => file[name] !== undefined && JSON.stringify(file[name]) !== JSON.stringify(now[name]));
  const changed = differing.filter((name) => !lockedNames.includes(name));
  return {
    changed,
    locked: differing.filter((name) => lockedNames.includes(name)),
    isRisky: changed.some((name) => riskySections.includes(settingRow(name).section)),
  };
}

/** Returns the text of a value, as the settings screen shows it. */
export function valueText({ t }: Pick<Translator, 't'>, name: SettingName, { [name]: value }: FileSettings): string {
  const row = settingRow(name);
  if (typeof value === 'boolean') return t(value ? 'settings.value.on' : 'settings.value.off');
  if (name === 'lockAfterMinutes')
    return typeof value === 'number' ? t('settings.lock.minutes', { count: value }) : t('settings.lock.never');
  if (value === null || value === undefined || value === '') return t('settings.value.none');
  if (typeof value === 'object') return t('settings.value.hours', { ...value });
  if (row.kind === 'choice') return t(`settings.choice.${name}.${value}` as MessageKey);
  return row.kind === 'number' && row.unit === 'seconds' ? t('settings.value.seconds', { count: Number(value) }) : String(value);
}
