import { useState } from 'react';
import { settings as schema } from '#contract/bridge/settings.ts';
import { inRailOrder } from '#contract/rail-order.ts';
import { type WatchKind, watchKinds } from '#contract/watch/rules.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { choiceOf, ruleOf, useOfferedRules } from '#parts/connections/use-watch-rules.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { ControlProps } from '../setting-row';
import { useChangeSetting } from '../setting-row';
import styles from '../setting-row.module.css';

const usualTime = '09:00';

/** Whether there is a daily digest, and at which time. */
export function DigestControl({ labelId, describedBy, isDisabled, isIdle }: ControlProps) {
  const { t } = useMessages();
  const change = useChangeSetting();
  const { watchDigest: stored } = useTopic('settings.state');
  const [draft, setDraft] = useState<string | null>(null);
  const type = (time: string) => {
    const isTime = schema.shape.watchDigest.safeParse(time).success;
    // Of a time that is half typed, the field reports none.
    setDraft(isTime ? null : time);
    if (isTime) change({ watchDigest: time });
  };
  return (
    <div className={styles.measured}>
      {stored !== null && (
        <TextInput
          type="time"
          className={styles.time}
          aria-label={t('settings.digest.time')}
          aria-describedby={describedBy}
          {...(isDisabled ? { 'aria-disabled': true, readOnly: true } : {})}
          value={draft ?? stored}
          onChange={({ target }) => type(target.value)}
          onBlur={() => setDraft(null)}
        />
      )}
      <Switch
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        {...(isDisabled ? { 'aria-disabled': true } : {})}
        checked={stored !== null && !isIdle}
        onCheckedChange={(isOn) => {
          if (isDisabled) return;
          setDraft(null);
          change({ watchDigest: isOn ? usualTime : null });
        }}
      />
    </div>
  );
}

/** Opens the rules of the connections. */
export function WatchRulesControl({ describedBy, isDisabled }: ControlProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const connections = useTopic('connections.list');
  const count = connections.filter(({ watchRules = {} }) => Object.keys(watchRules).length > 0).length;
  return (
    <div className={styles.status}>
      <span role="status">{t('settings.watch-rules.count', { count })}</span>
      <Button
        aria-describedby={describedBy}
        aria-disabled={isDisabled || undefined}
        disabledReason={connections.length === 0 ? t('settings.watch-rules.none') : undefined}
        onClick={() => isDisabled || setOpen(true)}
      >
        {t('settings.watch-rules.open')}
      </Button>
      {isOpen && <WatchRulesDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The rules of one connection after the other. Each change is saved at once, as on the rest of the screen. */
function WatchRulesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const names = useConnectionNames();
  const connections = inRailOrder(useTopic('connections.list'));
  const [chosen, setChosen] = useState<string | null>(null);
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0];
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('settings.row.watchRules')}
      description={t('settings.watch-rules.text')}
      width={520}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <div className={styles.rules}>
        <Field label={t('settings.watch-rules.connection')}>
          {(control) => (
            <Select {...control} value={connection?.id ?? ''} onChange={({ target }) => setChosen(target.value)}>
              {connections.map(({ id }) => (
                <option key={id} value={id}>
                  {names.get(id)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {connection &&
          watchKinds.map((kind) => (
            <RuleField key={`${connection.id} ${kind}`} id={connection.id} kind={kind} rule={connection.watchRules?.[kind]} />
          ))}
      </div>
    </Dialog>
  );
}

/** The rule of a connection for a kind. */
function RuleField({ id, kind, rule }: { id: string; kind: WatchKind; rule: boolean | undefined }) {
  const { label, options, lockText } = useOfferedRules()(kind);
  const showFailure = useFailureToast();
  const change = useAction((choice: string) => api.connections.setWatchRule({ id, kind, rule: ruleOf(choice) }).catch(showFailure));
  return (
    <Field label={label} help={lockText}>
      {(control) => (
        <Select
          {...control}
          aria-disabled={lockText !== undefined || undefined}
          value={change.pending?.[0] ?? choiceOf(rule)}
          onChange={({ target }) => lockText === undefined && void change.run(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
