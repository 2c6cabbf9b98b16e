import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useProjectSite, useSetProjectSite } from '#data/callbacks.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from '#parts/sign-in-card.module.css';
import { LoadingStatus } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { paths } from '#window/routes.ts';
import stepsStyles from '../steps/steps.module.css';

/** A link to signing in through the project's own site, which works whatever addresses the project trusts. */
export function SiteLink({ connectionId, email, goTo = null }: { connectionId: string; email?: string; goTo?: string | null }) {
  const { t } = useMessages();
  const { search } = useLocation();
  return (
    <Link className={styles.quiet} to={paths.signIn(connectionId) + search} state={{ site: true, email, goTo }}>
      {t('sign-in.site')}
    </Link>
  );
}

interface SiteCallbackProps {
  connectionId: string;
  /** Whether signing in through the site is another choice. */
  canSignIn: boolean;
  /** Sends the refused email again. */
  onUsed: () => void;
}

/** Has the links of emails open on the project's own site: for projects that trust no other address. */
export function SiteCallback({ connectionId, ...rest }: SiteCallbackProps) {
  const { data, isPending } = useProjectSite(connectionId);
  if (isPending) return <LoadingStatus />;
  return <SiteForm connectionId={connectionId} {...rest} named={data?.url ?? ''} />;
}

function SiteForm({ connectionId, canSignIn, onUsed, named }: SiteCallbackProps & { named: string }) {
  const messages = useMessages();
  const { t } = messages;
  const [url, setUrl] = useState(named);
  const { mutate, isPending, error, reset } = useSetProjectSite(connectionId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(url.trim(), { onSuccess: onUsed });
  };
  const report = error === null ? null : reportOf(error);
  const problem = report?.code === 'bad-input' ? t('sign-in.site.address.invalid') : report && errorText(messages, report).title;
  return (
    <form className={stepsStyles.link} onSubmit={submit} noValidate>
      <Field label={t('sign-in.site.address')} error={problem ?? undefined} help={t('callback.named.help')}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            dir="ltr"
            value={url}
            onChange={(event) => {
              setUrl(event.target.value);
              reset();
            }}
          />
        )}
      </Field>
      <Button type="submit" className={stepsStyles.wide} busy={isPending}>
        {t('callback.use-site')}
      </Button>
      {canSignIn && <SiteLink connectionId={connectionId} />}
    </form>
  );
}
