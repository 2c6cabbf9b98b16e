import { useState } from 'react';
import { settingsCalls } from '#contract/bridge/settings.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { useAction, useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import type { ControlProps } from '../setting-row';
import styles from '../setting-row.module.css';

/** Stores and removes the sign-in for the manual proxy. What is stored never reaches this window. */
export function ProxySignInControl({ describedBy, isDisabled }: ControlProps) {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const { proxyUrl, proxySignInUrl } = useTopic('settings.state');
  const isLost = useTopic('settings.isProxySignInLost') && proxySignInUrl !== null;
  const [isOpen, setOpen] = useState(false);
  const isOff = isDisabled || proxyUrl === '';
  return (
    <div className={styles.field}>
      <span role="status">
        {proxySignInUrl === null
          ? t('settings.proxy-sign-in.none')
          : t(isLost ? 'settings.proxy-sign-in.lost' : 'settings.proxy-sign-in.stored', { proxy: proxySignInUrl })}
      </span>
      <div className={styles.status}>
        <Button aria-describedby={describedBy} aria-disabled={isOff || undefined} onClick={() => isOff || setOpen(true)}>
          {t(proxySignInUrl === null || isLost ? 'settings.proxy-sign-in.add' : 'settings.proxy-sign-in.change')}
        </Button>
        {proxySignInUrl !== null && (
          <Button aria-describedby={describedBy} onClick={() => runTask(() => api.settings.removeProxySignIn({}))}>
            {t('settings.proxy-sign-in.remove')}
          </Button>
        )}
      </div>
      {isOpen && <ProxySignInDialog proxyUrl={proxyUrl} onClose={() => setOpen(false)} />}
    </div>
  );
}

const schema = settingsCalls.setProxySignIn.input;

function ProxySignInDialog({ proxyUrl, onClose }: { proxyUrl: string; onClose: () => void }) {
  const { t } = useMessages();
  const [typed, setTyped] = useState({ username: '', password: '' });
  const [isTried, setTried] = useState(false);
  const storing = useAction(() => api.settings.setProxySignIn(typed), { onDone: onClose, toastsLate: true });
  const isWrong = (name: keyof typeof typed) => isTried && !schema.shape[name].safeParse(typed[name]).success;
  const submit = () => {
    setTried(true);
    if (schema.safeParse(typed).success) void storing.run();
  };
  return (
    <FormDialog
      title={t('settings.proxy-sign-in.title')}
      description={t('settings.proxy-sign-in.text', { proxy: proxyUrl })}
      actionLabel={t('settings.proxy-sign-in.store')}
      busy={storing.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t('settings.proxy-sign-in.username')}
        error={isWrong('username') ? t('settings.proxy-sign-in.username.invalid') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            readOnly={storing.isPending}
            value={typed.username}
            onChange={({ target }) => setTyped({ ...typed, username: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('settings.proxy-sign-in.password')}
        error={isWrong('password') ? t('settings.proxy-sign-in.password.invalid') : undefined}
      >
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            readOnly={storing.isPending}
            value={typed.password}
            onChange={({ target }) => setTyped({ ...typed, password: target.value })}
          />
        )}
      </Field>
      {!/^https:/i.test(proxyUrl) && <Callout tone="warn">{t('settings.proxy-sign-in.unencrypted')}</Callout>}
      {storing.failure !== null && <FormFailure report={storing.failure} />}
    </FormDialog>
  );
}
