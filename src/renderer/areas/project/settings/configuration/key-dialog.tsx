import { useState } from 'react';
import type { ConfigLevel } from '#contract/service/config.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { redacted } from '#contract/service/models/secret.ts';
import { type Configuration, resetConfigurationKeys } from '#data/configuration.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ChangeDialog } from './change-dialog';
import { hasEffect, type SetKey, shownAfterReset, valuesOf, valueText } from './config-keys';
import styles from './configuration.module.css';

interface KeyDialogProps {
  connectionId: string;
  configuration: Configuration;
  shown: SetKey;
  disabledReason: string | undefined;
  onClose: () => void;
}

type Resettable = Exclude<ConfigLevel, 'project'>;

interface Changed {
  readonly level: Resettable;
  readonly value: JsonValue;
}

/** What each level says about a key, and the way to remove it from one. */
export function KeyDialog({ connectionId, configuration, shown, disabledReason, onClose }: KeyDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const connection = useConnection(connectionId);
  const [reset, setReset] = useState<Resettable | null>(null);
  const [changed, setChanged] = useState<Changed | null>(null);
  const { key } = shown;
  const values = valuesOf(configuration.levels, key);
  const next = reset === null ? undefined : shownAfterReset(configuration.levels, { key, level: reset });
  const lacking = connection?.features?.['reset-config-keys'] === false ? t('configuration.reset.lacking') : undefined;
  const confirm = async () => {
    if (reset === null) return;
    await resetConfigurationKeys(connectionId, reset, [key]);
    show({ tone: 'good', title: 'configuration.reset.done' });
    onClose();
  };
  return (
    <>
      <Dialog open onOpenChange={onClose} title={key} environment={connection?.environment}>
        <div className={styles.levels}>
          {!hasEffect(shown, configuration.rendered) && <p className={styles.quiet}>{t('configuration.no-effect')}</p>}
          {values.map(({ level, value }) => (
            <div key={level} className={styles.level}>
              <Badge tone={level === shown.level ? 'accent' : 'neutral'}>{t(`configuration.level.${level}`)}</Badge>
              <pre>{valueText(value)}</pre>
              {level !== 'project' && (
                <div className={styles.actions}>
                  {value !== redacted && (
                    <Button size="sm" disabledReason={disabledReason} onClick={() => setChanged({ level, value })}>
                      {t('configuration.change.at', { level: t(`configuration.level.${level}`) })}
                    </Button>
                  )}
                  <Button size="sm" disabledReason={disabledReason ?? lacking} onClick={() => setReset(level)}>
                    {t('configuration.reset.at', { level: t(`configuration.level.${level}`) })}
                  </Button>
                </div>
              )}
            </div>
          ))}
        </div>
      </Dialog>
      {changed !== null && (
        <ChangeDialog connectionId={connectionId} keyName={key} {...changed} onClose={() => setChanged(null)} onSaved={onClose} />
      )}
      <ConfirmDialog
        open={reset !== null}
        onOpenChange={() => setReset(null)}
        title={t('configuration.reset.title', { key })}
        consequence={
          next === undefined ? t('configuration.reset.default') : t('configuration.reset.next', { value: valueText(next.value) })
        }
        confirmLabel={t('configuration.reset')}
        danger
        environment={connection?.environment}
        onConfirm={confirm}
      />
    </>
  );
}
