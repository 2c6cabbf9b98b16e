import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import { useProjectSite, useSiteSignIn } from '#data/callbacks.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { LoadingStatus } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FailureCallout } from '../card/failure-callout';
import styles from '../steps/steps.module.css';

interface SiteSignInProps {
  connectionId: string;
  onStep: (step: SignInStep) => void;
  /** Whether to start without another click, because the user just chose it. */
  startsAtOnce?: boolean;
}

/** Signs in through the project's own site. Its URL is requested where neither the project nor the user has named one. */
export function SiteSignIn(props: SiteSignInProps) {
  const { data, isPending } = useProjectSite(props.connectionId);
  if (isPending) return <LoadingStatus />;
  return <SiteForm {...props} named={data?.url ?? null} />;
}

function SiteForm({ connectionId, onStep, startsAtOnce = false, named }: SiteSignInProps & { named: string | null }) {
  const { t } = useMessages();
  const [url, setUrl] = useState(named ?? '');
  const [asksUrl, setAsksUrl] = useState(named !== null);
  const { begin, busy, report } = useSite(connectionId, onStep, () => setAsksUrl(true));
  const isStarted = useRef(!startsAtOnce || named !== null);
  useEffect(() => {
    if (!isStarted.current) void begin('', false);
    isStarted.current = true;
  }, [begin]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void begin(url.trim(), asksUrl);
  };
  return (
    <form className={styles.link} onSubmit={submit} noValidate>
      {report !== null && report.code !== 'bad-input' && (
        <FailureCallout isWhole report={report} onRetry={() => void begin(url.trim(), asksUrl)} />
      )}
      {asksUrl && (
        <Field
          label={t('sign-in.site.address')}
          error={report?.code === 'bad-input' ? t('sign-in.site.address.invalid') : undefined}
          help={t('sign-in.site.address.help')}
        >
          {(control) => <TextInput {...control} inputMode="url" dir="ltr" value={url} onChange={(event) => setUrl(event.target.value)} />}
        </Field>
      )}
      <p className={styles.text}>{t('sign-in.site.shares')}</p>
      <Button type="submit" className={styles.wide} busy={busy}>
        {t('sign-in.site')}
      </Button>
    </form>
  );
}

/** Starts the sign-in; a project whose sites can't be read has its URL requested first. */
function useSite(connectionId: string, onStep: (step: SignInStep) => void, onUnknown: () => void) {
  const { mutateAsync: start } = useSiteSignIn(connectionId);
  const { isPending, failure, run } = useAction(async (appUrl: string, isTyped: boolean) => {
    try {
      onStep(await start(isTyped ? appUrl : null));
    } catch (thrown) {
      if (isTyped || reportOf(thrown).code !== 'bad-input') throw thrown;
      onUnknown();
    }
  });
  return { begin: run, busy: isPending, report: failure };
}
