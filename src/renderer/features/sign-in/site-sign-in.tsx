import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SignInStep } from '../../../contract/bridge/sign-in';
import type { ErrorReport } from '../../../contract/errors';
import { api } from '../../api';
import { reportOf } from '../../lib/error-text';
import { useMessages } from '../../lib/use-messages';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { LoadingStatus } from '../../ui/skeleton';
import { TextInput } from '../../ui/text-input';
import { FailureCallout } from './failure-callout';
import styles from './steps.module.css';

/** Asks the project's own site to sign this app in; where that is not known, its address is asked for. */
export function SiteSignIn({ connectionId, onStep }: { connectionId: string; onStep: (step: SignInStep) => void }) {
  const { t } = useMessages();
  const [appUrl, setAppUrl] = useState('');
  const [wasTyped, setTyped] = useState(false);
  const [report, setReport] = useState<ErrorReport | null>(null);
  const [busy, setBusy] = useState(true);
  const begin = async (address: string) => {
    setBusy(true);
    setReport(null);
    try {
      onStep(await api.signIn.withCli({ connectionId, ...(address === '' ? {} : { appUrl: address }) }));
    } catch (thrown) {
      setReport(reportOf(thrown));
      setBusy(false);
    }
  };
  const first = useRef(() => void begin(''));
  const isBegun = useRef(false);
  useEffect(() => {
    if (!isBegun.current) first.current();
    isBegun.current = true;
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTyped(true);
    if (!busy) void begin(appUrl.trim());
  };
  if (report === null && !wasTyped) return <LoadingStatus />;
  const isAddress = report?.code === 'bad-input';
  return (
    <form className={styles.link} onSubmit={submit} noValidate>
      {report !== null && !isAddress && <FailureCallout isWhole report={report} onRetry={() => void begin(appUrl.trim())} />}
      <Field
        label={t('sign-in.site.address')}
        error={isAddress && wasTyped ? t('sign-in.site.address.invalid') : undefined}
        help={t('sign-in.site.address.help')}
      >
        {(control) => <TextInput {...control} inputMode="url" value={appUrl} onChange={(event) => setAppUrl(event.target.value)} />}
      </Field>
      <p className={styles.text}>{t('sign-in.site.shares')}</p>
      <Button type="submit" className={styles.wide} busy={busy}>
        {t('sign-in.site')}
      </Button>
    </form>
  );
}
